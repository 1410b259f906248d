// Recognizes English texts from person to person: letters with a salutation, and texts for the staff of a help desk.
// They may revoke what was said before or keep something from a customer, but mention neither a model nor secrets.

/** Signals that consist of words only. */
const wordsOnly =
  /^(?:override-instructions|override-given-instructions|dismiss-(?:own|prior)-instructions|instruction-to-model|do-not-tell-(?:user|anyone)|model-must|from-now-on|persona|claimed-authority|tool-addresses-model)(?:-\d)?$/;

/** Matches a salutation with a name or an occupation. */
const salutation =
  /(?:^|\n)[\s"]{0,3}(?:hey|hi|hello|dear|good morning|morning) (?!(?:\w{1,16} )?(?:ais?|assistants?|agents?|models?|llms?|bots?|claude|gpt\w{0,16}|gemini|copilot|cursor|chatgpt|reader|helper|there|you)\b)[a-z.'’-]{2,20}(?: [a-z.'’-]{2,20}){0,2},/i;
const people =
  /\b(?:clients?|logos?|designs?|draft|brochure|posters?|children|kids|pupils|students|class(?:room)?|worksheets?|homework|school|teacher|lessons?|mom|dad|grandma|grandpa|birthday|party|surprise|dinner|cake|recipe|oven|flour|guests?|wedding|meeting|office|kitchen|garden|trip|train|boss|team|colleagues?|neighbou?rs?|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday|noon|yesterday|last week|next week|secretary|cupboard|parents?|doctor|dentist|landlord|tenant|plumber|choir|coach|match|practice|rehearsal)\b/gi;

/** Matches the title of a text that staff sends to customers, at the start of a line. */
const staff =
  /(?:^|\n)[\s"#*-]{0,4}(?:macros?|saved repl(?:y|ies)|canned (?:repl(?:y|ies)|responses?)|reply templates?|call scripts?)\b[^\n]{0,60}?["“:]/i;

const machine =
  /\b(?:ais?|llms?|language models?|models?|assistants?|chatbots?|bots?|claude|chatgpt|gpt|gemini|copilot|prompts?|users?|tools?|servers?|repositor(?:y|ies)|database|tokens?|credentials?|api|secrets?|files? in|scripts?|iban|invoices?|payments?|refund of \d)\b/i;
/** Matches addresses, files and commands. Mail addresses of people are ordinary in a letter. */
const technical = /:\/\/|~\/|\.env\b|id_rsa|`|\b(?:curl|wget|sudo)\b/i;
/** Matches amounts and accounts. */
const money = /[$€£]\s?\d|\d\s?(?:[$€£]|eur|usd)|\d{5}/i;

/** Tests whether the text is addressed to a person. `detectors` are the names of its signals. */
export function isBetweenColleagues(text: string, detectors: readonly string[]): boolean {
  if (!detectors.every((name) => wordsOnly.test(name))) return false;
  if (technical.test(text) || machine.test(text) || money.test(text)) return false;
  return staff.test(text) || (salutation.test(text) && countPeople(text) > 2);
}

const countPeople = (text: string): number =>
  new Set([...text.matchAll(people)].map(([word]) => word.toLowerCase())).size;
