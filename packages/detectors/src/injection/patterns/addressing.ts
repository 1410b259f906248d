// Signals of text that addresses the model that reads it and not a person.

import { createSignals } from '../signal.js';
import data from './data/addressing.json' with { type: 'json' };
import { model } from './vocabulary.js';

const r = String.raw;

export const addressingSignals = createSignals(data, {
  'addresses-model': {
    weight: 3,
    pattern: [
      r`\<(?:(?:if|when|since|because)~you(?:~are|'re)~(?:an?|the)~${model}\>|(?:any~|all~|every~)?${model}~(?:reading|processing|parsing|summari[sz]ing|that~reads?)~(?:this|the~(?:page|text|document|email|file)|these))`,
      r`\<(?:(?:to~)?you,?~(?:the~|my~)?ai~(?:assistant|model|agent)|(?:important~)?message~from~(?:me|the~(?:user|admin|system|developer)))`,
      r`\<(?:(?:attention|dear|note~to|message~(?:to|for)|instructions?~(?:to|for)|important~(?:to|for)|to)~(?:all~|any~|the~|you,?~|my~|every~)?(?:~the~)?${model}\s?[:,!.\n-])`,
    ],
  },
  'model-must': {
    weight: 3,
    pattern: [
      r`\<(?:the|any|all|every|an|your)?~?(?:ai~|automated~|language~)?(?:assistants?|models?|agents?|llms?|chatbots?|ai|ai~systems?|bots?)(?:~(?:reading|processing|reviewing|handling|summari[sz]ing|parsing|that~reads?|who~reads?)~(?:this|these|the)~\p{L}{3,12})?~(?:must|shall|has~to|have~to|needs?~to|is~(?:required|ordered|instructed)~to|are~(?:required|ordered|instructed)~to)~(?:now~|always~|immediately~|also~|first~|not~|never~)?(?:call|send|export|delete|run|execute|include|read|open|upload|post|forward|invoke|ignore|obey|transfer|approve|merge|log~in|create|click|install|attach|copy|change|confirm|disclose|reveal|print|recommend|mention|close|return|add|set|repeat|respond|reply|rate|give)\>|\<if~an?~(?:ai~)?(?:agent|assistant|model|llm|bot)~(?:reads|processes|sees|handles|finds|opens)~this`,
      r`(?:^|\n|//|/\*|#|<!--|\[\[|\()\s{0,4}(?:important~)?(?:note~(?:to|for)~)?(?:the~|all~|any~)?(?:ai|llms?|assistants?|agents?|ai~(?:agents?|assistants?|models?)|language~models?|automated~readers?|p\.s\.~for~the~model)\s?[:,]\s?(?:when|if|please|do|don't|ignore|you|abandon|mark|run|say|call|send|always|never|every|before|skip|merge|approve|also)\>|\<for~the~(?:model|assistant|ai|llm)\s?:`,
    ],
  },
  'greets-model': {
    weight: 4,
    pattern: r`\<(?:(?:dear|hello|hey|attention)~(?:all~|any~|automated~|the~)?(?:ai|assistants?|agents|llms?|chatbots?|language~models?|ai~(?:assistants?|agents?|models?|systems?))\s?[,:!]|(?:instructions?|message|order|task)~(?:for|to)~(?:your|the|any|all)~(?:ai~)?(?:assistant|agent|model|chatbot|llm)s?\s?:)`,
  },
  'hidden-text-for-model': {
    weight: 3,
    pattern: r`(?:display:\s?none|visibility:\s?hidden|font-size:\s?0|opacity:\s?0(?!\.)|color:\s?(?:white|#fff))[^<>]{0,60}>[^<]{0,40}\<(?:ai|assistants?|llms?|agents?|ignore|you~(?:must|are)|system|instructions?|language~models?)\>`,
  },
  'act-at-next-turn': {
    technique: 'call-tool-first',
    weight: 3,
    pattern: r`\<(?:(?:before|prior~to)~(?:you~)?(?:even~)?(?:repl(?:y|ying)|respond(?:ing)?|answer(?:ing)?|continue|go~on|proceed|anything~else|read(?:ing)?~on|do(?:ing)?~anything)|your~(?:very~)?(?:next|following|first)~(?:step|action|move|(?:tool~|function~)?call|response|message|reply|request)|as~(?:the|your)~next~(?:step|action|move)|next~(?:step|action)~for~(?:the~)?(?:ai|assistant|agent|model|llm)|(?:when|once|after|as~soon~as)~you~(?:have~)?(?:read|finished~reading|see|seen|processed)~this|after~(?:summari[sz]ing|reading~this|translating)|if~you~(?:can|are~able~to)~(?:run|execute|call|use)|(?:and|then)~(?:continue|go~on|proceed)(?=[\s]{0,2}(?:[.!]|$))|without~waiting~for~(?:the~)?(?:user|checks|confirmation|review|an?~answer)|at~the~end~of~your~(?:reply|answer|response)|on~first~use)\>`,
  },
});
