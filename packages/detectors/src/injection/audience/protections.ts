// Finds prohibitions that protect somebody: not to pass on secrets, not to follow instructions in a document, not to
// get around a safeguard. Their words are those of an attack. What is demanded in the same sentence, behind `but`,
// `instead` or another verb, is not part of the prohibition.

import type { Span } from '../../engine/normalize/position-map.js';

const not =
  "(?:never|do not|don't|must not|mustn't|should not|shouldn't|may not|shall not|cannot|can't|(?:not|never) (?:allowed|permitted|supposed|able) to|forbidden to|(?:prohibited|refrain) from|agree not to)";
const secret = String.raw`(?:passwords?|passphrases?|pins?|credentials?|secrets?|tokens?|(?:api|access|private|ssh|secret) keys?|\.env\b|system prompt|hidden prompt|pii|(?:personal|private|confidential|sensitive|health|medical|payment|card) (?:data|information|details|records|numbers?)|reset links?|other customers?)`;
const pass =
  '(?:reveal|disclose|share|send|print|log|expose|leak|store|save|keep|remember|ask for|request|commit|paste|post|write|include|put|echo|output|transmit|upload|give out|hand out|display|show|mention|enter|type|use|read)';
const safeguard =
  '(?:safety|security|safeguards?|guardrails?|restrictions?|protections?|controls?|filters?|limits?|measures|checks?)';

/** Each pattern matches a prohibition up to the object that makes it harmless; `rest` of the clause belongs to it. */
const prohibitions = new RegExp(
  [
    String.raw`\b${not} (?:\w{1,16} )?(?:follow|obey|execute|act on|comply with|trust|carry out|respond to|run) (?:(?:any|the|all|other|further) )?(?:\w{1,16} )?(?:instructions?|commands?|orders?|requests?|directives?|prompts?)(?: (?:that|which))?(?: (?:it|they) (?:may |might )?contain| (?:(?:are|is|may be|might be|appear) )?(?:(?:contained|embedded|found|hidden|written|given|included) )?(?:in|inside|within|from) (?:it|them|(?:the|this|these|those|an?|any) (?:document|text|page|website|e?-?mail|file|input|content|data|result|output|tool|web|message|untrusted|retrieved|fetched)|untrusted|external|web|tool|retrieved|fetched|documents?|pages?|files?))`,
    String.raw`\b${not} (?:\w{1,16} )?(?:${pass}(?:(?:,| or|, or) ${pass}){0,3}) (?:[\w'’-]{1,20} ){0,4}?${secret}`,
    String.raw`\b${not} [^.;:!?\n]{0,160}?(?:circumvent|bypass|disable|override|disregard|tamper with|interfere with|work around) (?:\w{1,16} ){0,3}?${safeguard}`,
    String.raw`\b${not} (?:mention|credit|list|name) (?:the )?(?:ai|claude|copilot|cursor|chatgpt|yourself|any ai) (?:\w{1,16} )?in (?:the )?(?:commit|pr|pull request|code|changelog)`,
    String.raw`\b(?:confirm|check|verify|agree) (?:[\w'’-]{1,20} ){1,4}with the (?:user|customer)\b`,
    String.raw`\bsend (?:me|us) (?:[\w.'’-]{1,20} ){1,5}(?:via|through|over|in|with|using) (?:1password|bitwarden|lastpass|dashlane|keepass\w{0,16}|(?:the|our|hashicorp) (?:vault|password manager)|vault)\b`,
    String.raw`\b(?:contain|contains|containing|carry|carries|hide|hides|hiding) (?:\w{1,16} )?(?:instructions|commands|orders|prompts) (?:for|to|aimed at|addressed to) (?:an? |the |any )?(?:ai|llm|language|large language)? ?(?:assistants?|agents?|models?|llms?|readers?)\b`,
    String.raw`\b(?:ignore|forget|discard|drop|flush|skip) (?:all |any )?(?:the )?(?:previous|prior|earlier|preceding) instructions in the (?:\w{1,16} )?(?:pipeline|buffer|instruction cache|fetch queue|basic block|reorder buffer|assembly|recipe)\b`,
  ].join('|'),
  'gi',
);

/** The same prohibitions in other languages. The text is normalized, so there are no accents. */
const otherLanguages = new RegExp(
  [
    String.raw`\bnao siga (?:\w{1,16} )?(?:instrucoes|ordens|comandos) (?:\w{1,16} ){0,3}(?:dentro|no|na|do|da|em|contid\w{1,16})\b`,
    String.raw`\bnao confie em [^.;,!?\n]{0,40}`,
    String.raw`\b(?:nunca|nao|jamais) (?:peca|revele|compartilhe|envie|informe|mostre|divulgue|guarde|armazene|registre) (?:\w{1,16} ){0,4}?(?:senhas?|tokens?|credenciais|segredos?|chaves?|dados|prompt)`,
    String.raw`\b(?:no|nunca|jamas) (?:pidas?|reveles?|compartas?|envies?|muestres?|divulgues?|guardes?|almacenes|registres|pida|revele|comparta|envie|muestre) (?:\w{1,16} ){0,4}?(?:contrasenas?|tokens?|credenciales|secretos?|claves?|datos|prompt)`,
    String.raw`\bno (?:sigas?|obedezcas?) (?:\w{1,16} )?(?:instrucciones|ordenes|comandos) (?:\w{1,16} ){0,3}(?:dentro|en|del|de la|contenid\w{1,16})\b`,
    String.raw`\bno menciones? (?:a )?(?:la ia|claude|copilot|chatgpt) en (?:los|el|las|la) (?:\w{1,16} )?(?:commits?|mensajes?|codigo|pr)\b`,
    String.raw`\bne (?:revelez?|divulguez?|partagez?|envoyez?|demandez?|stockez?|affichez?|communiquez?|revele|partage|envoie|demande|divulgue|communique) (?:jamais|pas) (?:[\w']{1,20} ){0,4}?(?:mots? de passe|jetons?|identifiants?|secrets?|cles?|donnees|prompt|codes?)`,
    String.raw`\bne (?:suivez|suis|executez|execute) (?:jamais|pas|aucune) (?:\w{1,16} )?(?:instructions?|consignes?|ordres?) (?:\w{1,16} ){0,3}(?:dans|du|de la|contenues?)\b`,
    String.raw`\b(?:befolge|befolgen sie|folge) (?:niemals |nie )?(?:keine|keinen|keinerlei|nie|niemals) (?:\w{1,16} )?(?:anweisungen|befehle|befehlen|auftrage|anleitungen)[^.;!?\n]{0,12}? (?:die )?(?:im|in|aus|darin|innerhalb)\b`,
    String.raw`\b(?:gib|geben sie|verrate|verraten sie|teile|teilen sie|sende|senden sie|speichere|speichern sie|nenne|nennen sie|frage|fragen sie) (?:\w{1,16} ){0,2}?(?:niemals|nie|keine|kein|keinen|nicht) (?:\w{1,16} ){0,4}?(?:passwort|passworter|kennwort|zugangsdaten|schlussel|tokens?|geheimnisse|kundendaten|daten)`,
    String.raw`\bnon (?:seguire|eseguire|rivelare|condividere|inviare|divulgare|mostrare|chiedere) (?:\w{1,16} ){0,4}?(?:istruzioni|comandi|password|token|credenziali|segreti|chiavi|dati|prompt)`,
    String.raw`(?:不要|切勿|请勿|不得|禁止|不能|绝不|不可|勿)(?:向[^。，；！？\n]{1,8})?(?:透露|泄露|泄漏|公开|输出|分享|发送|索要|询问|记录|保存)[^。，；！？\n]{0,10}?(?:提示词|密码|口令|密钥|令牌|凭证|机密|隐私|个人信息)`,
    String.raw`(?:不要|切勿|请勿|不得|绝不)(?:执行|遵循|听从|服从)[^。，；！？\n]{0,10}?(?:文档|网页|邮件|内容|文本|其中|数据|结果)[^。，；！？\n]{0,6}(?:指令|命令|指示)`,
    String.raw`(?:パスワード|認証情報|秘密|トークン|個人情報|システムプロンプト)[^。、\n]{0,8}(?:開示|公開|共有|送信|表示|保存)(?:しない|してはならない|しては(?:いけません|ならない)|禁止)`,
    String.raw`\bconfirme (?:\w{1,16} ){1,4}com o (?:usuario|cliente)[^.;!?\n]{0,60}`,
    String.raw`\bconfirm[ae] (?:\w{1,16} ){1,4}con el (?:usuario|cliente)\b`,
  ].join('|'),
  'gi',
);

/** Matches what ends a prohibition: an exception, a contrast or another demand. */
const contrast =
  /[.;:!?\n。；！？]|,? (?:but|instead|unless|until|except|rather|if|when|before|after|so that|because|then)\b|(?:,| and|, and|, then) (?:then |please |always |just |also |you |instead ){0,4}(?:send|forward|post|upload|e-?mail|mail|call|run|execute|read|open|put|write|add|copy|tell|say|answer|reply|ignore|delete|transfer|pay|set|use|make|give|share|include|encode|embed|print|reveal|show|hand|pass|do|follow|obey)\b/i;

/** Words with which a prohibition serves an attack: the rules and the user of the model. */
const turned =
  /\b(?:system|developer|operator|owner|previous|prior|above|earlier|original|initial|your|own) (?:\w{1,16} )?(?:instructions?|commands?|orders?|rules?|message)\b|\b(?:instructions?|commands?|orders?|requests?) (?:\w{1,16} ){0,3}(?:the|your) (?:\w{1,16} )?(?:users?|developers?|operators?|owners?|system)\b/i;

/** Matches instructions of a processor and of a recipe. */
const otherMeaning = /^(?:ignore|forget|discard|drop|flush|skip)\b/i;

/** Returns the spans of the prohibitions in a normalized text. */
export function findProtections(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const pattern of [prohibitions, otherLanguages])
    for (const { 0: found, index } of text.matchAll(pattern)) {
      if (turned.test(found) && !otherMeaning.test(found)) continue;
      const end = index + found.length;
      const rest = text.slice(end, end + longestRest);
      const stop = contrast.exec(rest);
      spans.push([index, end + (stop === null ? rest.length : stop.index)]);
    }
  return spans;
}

/** The length of the clause behind the object that belongs to a prohibition. */
const longestRest = 120;
