// Detects names that contain a message. A model fills in parameters according to their names, so
// `ignore_all_previous_instructions` is an instruction and `content_from_reading_ssh_id_rsa` is a request.

/** Converts a name to a sentence: `readAllFiles` and `read_all-files` become "read All Files". */
export function splitWords(name: string): string | undefined {
  if (name.length > 400 || /\s/.test(name) || !/[\p{L}\p{N}][_.-][\p{L}\p{N}]|\p{Ll}\p{Lu}/u.test(name))
    return undefined;
  return name.replace(/[_.-]/g, ' ').replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
}

const CONTENT = /\b(?:contents?|text|data|output|dump|value|result)\b/;
const SOURCE = /\b(?:of|from|in|reading|read|inside)\b/;
const SECRET =
  /\b(?:ssh|id rsa|id ed25519|rsa|passwd|shadow|credentials?|dotenv|env file|secrets?|keychain|wallet|private key)\b/;

/** Tests whether a name requests the content of a sensitive file. `ssh_key_path` and `secret_name` do not. */
export function requestsSecretContent(spoken: string): boolean {
  const words = spoken.toLowerCase();
  return CONTENT.test(words) && SOURCE.test(words) && SECRET.test(words);
}
