// Signals of role markers and delimiters: content that imitates another speaker or claims to be outside the tool
// result.

import { createSignals } from '../signal.js';
import data from './data/role-markers.json' with { type: 'json' };

const r = String.raw;

const isUpperCase = (text: string): boolean => text === text.toUpperCase();

export const roleMarkersSignals = createSignals(data, {
  'chat-token': {
    weight: 4,
    weightInDescriptions: 6,
    pattern: r`<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id|begin_of_text|end_of_turn|endofprompt|tool|developer|channel|message|start|end|return)\|?>|\{\{(?:[#/]|\s?(?=(?:system|assistant)\s?:))(?:system|user|assistant)|<start_of_turn>|<<sys>>|<s>\s?\[inst\]|\[inst\]`,
  },
  'chat-turn': {
    weight: 3,
    pattern: r`(?:<\|(?:im_start|start_header_id|channel|start)\|>|<start_of_turn>)\s{0,2}(?:system|assistant|developer|model|analysis|user)|<\|(?:system|assistant|developer)\|>|<<sys>>\s{0,4}\p{L}|\\?"role\\?"\s{0,2}:\s{0,2}\\?"system\\?"`,
  },
  'fake-tool-call': {
    weight: 6,
    severity: 'critical',
    pattern: r`<(?:\p{L}{2,8}:)?(?:function_calls>\s{0,8}<|invoke\sname=["'][\w.-]{1,60}["']>|tool_call>\s{0,8}\{|tool_use>\s{0,8}[{<])`,
  },
  'fake-turn': {
    technique: 'fake-speaker',
    weight: 3,
    pattern: r`(?:^|\n|\\n)\s{0,4}(?:</?\p{L}[\p{L}_ -]{0,30}>\s{0,4}){0,2}(?:human|assistant|system)\s?:\s`,
  },
  'closing-tag': {
    weight: 3,
    pattern: r`</(?:tool_results?|tool_output|tool_response|function_results?|function_response|tool_call|system|user_input|user_query|user_message|untrusted\w{0,20}|context|documents?_content|instructions?|assistant|prompt|search_results?|external_content)>\s{0,6}(?:<(?:user|human|system|assistant|developer|admin|instructions?)>|(?:\\n|\s|<[^>]{0,30}>){0,6}(?:human|user|system|assistant|new|important|ignore|now|you|please|do|disregard|forget|\[|#))`,
  },
  'instruction-heading': {
    weight: 3,
    weightInDescriptions: 5,
    pattern: r`(?:^|[\n\s"'>]|\\n)#{2,4}\s?(?:new~|hidden~|system~|end~of~|end~)?(?:instructions?|system(?:~(?:prompt|message|override))?|prompt|response|user~input|context)\s?:`,
  },
  'bracketed-system-heading': {
    weight: 6,
    literalOffset: 0,
    pattern: r`(?<=#\s?)[([{<]system[\s_-]?(?:message|instruction|prompt|note|override)?\s?[)\]}>]\s?:?`,
  },
  'system-prefix': {
    technique: 'fake-speaker',
    weight: 3,
    pattern: r`(?:^|[\s"'>.\[*(-]|\\n)(?:system|admin|developer)(?:~(?:message|note|notice|prompt|update|alert|command|instruction))?\s?[\]*]{0,3}\s?:\s?\p{L}`,
    // `system:` is common in logs. Attacks use upper case or name the kind of message.
    accept: ([text]) =>
      isUpperCase(text.slice(0, text.indexOf(':'))) ||
      /system.(?:message|note|notice|prompt|update|alert|command|instruction)/i.test(text),
  },
  'bracketed-directive': {
    technique: 'fake-speaker',
    weight: 5,
    pattern: r`[\[<({]{1,2}[!\s*]{0,3}(?:(?:system|hidden|secret|admin|role|metadata|emergency|priority|developer|root|configuration|important|critical|ai|assistant|agent|internal|security|urgent)[\s_-]){1,3}(?:directives?|instructions?|override|commands?|message|note|notice|prompt|update|alert|order)[!\s*]{0,3}[\]>)}]{1,2}`,
  },
  'uppercase-directive': {
    technique: 'fake-speaker',
    weight: 4,
    pattern: r`(?:^|[\n.!"'>*\[-]\s{0,8}|\\n)(?:(?:important~)?system~(?:override|note|directive|instruction|command|alert)|override~directive|instructions?~override|(?:safety|security)~(?:bypass|override)|jailbreak~mode|emergency~override|admin(?:istrator)?~override|hidden~instructions?|act~as)(?:~\p{L}{1,14}){0,3}\s?:`,
    accept: ([text]) => isUpperCase(text),
  },
  'system-banner': {
    technique: 'fake-speaker',
    weight: 5,
    pattern: r`(?:(?:[#=*-]{2,10}|\[{1,2}|<{1,3}|begin|start)\s{0,3}(?:new~|urgent~|important~)?(?:system|admin|developer|root|security|policy)~(?:override|prompt~update|update|message|instructions?|notice|directive)\s{0,3}(?:[#=*-]{2,10}|\]{1,2}|>{1,3}|:|\n)|\[/?system\])`,
    accept: ([text]) => /[A-Z]{4}/.test(text) || /^\[/.test(text),
  },
  'fake-dialogue': {
    weight: 4,
    windowRadius: 400,
    pattern: r`(?:^|\n)\s{0,4}(?:human|user)\s?:\s[^\n]{4,300}\n{1,3}\s{0,4}assistant\s?:\s(?:sure|ok|okay|of~course|certainly|i~will|i'll|understood|yes|done|absolutely)\>`,
  },
  'system-tag-after-result': {
    weight: 4,
    pattern: r`</(?:tool_\w{2,12}|function_\w{2,12}|result|output|document|data|content|response)>\s{0,8}<system(?:[_-]\p{L}{3,12})?>`,
  },
  'important-tag': {
    weight: 3,
    weightInDescriptions: 6,
    pattern: r`<(?:important|information|instructions?|system(?:[-_ ](?:prompt|message|instructions?|reminder))?|secret|hidden|critical|urgent|admin|priority)>(?!\s{0,8}</)`,
  },
  'instruction-in-comment': {
    technique: 'fake-speaker',
    weight: 3,
    literalOffset: 0,
    pattern: r`<!--\s{0,8}(?:(?:begin|start|end)~(?:of~)?)?(?:system|instructions?|important|note~to|attention|ai|llm|assistant|agent|ignore|admin|hidden|for~(?:ai|llms?|agents?|assistants?))\s?[:,\s]`,
  },
  'prompt-boundary': {
    weight: 4,
    pattern: r`(?:[-=#*\[<"]{2,12}|\[|^|\n)\s{0,3}(?:end(?:~of)?|begin(?:ning)?(?:~of)?|start(?:~of)?|stop)~(?:the~)?(?:\p{L}{3,12}~)?(?:system~|user~|tool~)?(?:prompts?|instructions?|messages?|context|input|document|output|results?|data)\>\s{0,3}[-=#*\]>"]{1,12}`,
    // Excludes constants such as `END_DOCUMENT =`.
    accept: ([text]) => !/[A-Z]_[A-Z]+\s?=$/.test(text),
  },
  'fake-end-of-data': {
    technique: 'closing-tag',
    weight: 4,
    pattern: r`(?:<{2,5}|\[{1,3}|={3,12}|-{3,12}|#{3,8}|\*{3,8})\s{0,2}(?:end|end~of)[\s_-](?:the[\s_-])?(?:untrusted|external|retrieved|tool|quoted|web|search|document|user|data|context)(?:[\s_-](?:results?|output|content|data|input|text|document|page|context|response)){0,2}\s{0,2}(?:>{2,5}|\]{1,3}|={3,12}|-{3,12}|#{3,8}|\*{3,8})`,
    accept: ([text]) => !/^-----end/i.test(text),
  },
  'trusted-instruction': {
    technique: 'claimed-authority',
    weight: 4,
    pattern: r`(?:^|[.!?>\])*\n]\s{0,3})(?:trusted|verified|authori[sz]ed|privileged|authentic|genuine|hidden|secret)~(?:operator~|system~|admin~|administrator~|developer~|user~){0,2}(?:instructions?|directives?|orders?|commands?)\s?:\s{0,2}\S|\<(?:operator|administrator|orchestrator)~(?:instructions?|directives?|orders?|command)\s?:\s{0,2}\S`,
  },
  'fake-dialogue-headings': {
    weight: 4,
    pattern: r`#{2,4}\s?(?:human|user)\s?:[^#\n]{1,160}\n{1,2}#{2,4}\s?(?:assistant|ai|response)\s?:`,
  },
});
