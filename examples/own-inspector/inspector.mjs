// A custom inspector: a function that returns an action for each message. This inspector denies one tool to the
// client, and redacts one string in all messages from the server.

import {
  createErrorResponse,
  decodeString,
  ErrorCode,
  findStrings,
  replaceInString,
  spliceMessage,
} from '@claw/jsonrpc-stream';

const forward = { kind: 'forward' };

/** Creates the inspector of one connection. */
export const connectInspector =
  ({ deniedTool, secret }) =>
  () => ({
    fromClient(message) {
      if (message.method !== 'tools/call' || message.value.params?.name !== deniedTool) return forward;
      // A call without an id gets no response, and it must not reach the server either.
      if (message.kind !== 'request') return { kind: 'drop' };
      const error = {
        code: ErrorCode.denied,
        message: `denied by rule \`no_${deniedTool}\`: this tool is not allowed`,
        data: { rule: `no_${deniedTool}`, action: 'denied' },
      };
      return { kind: 'answer', messages: [createErrorResponse(message.id, error)] };
    },

    fromServer(message) {
      const edits = findStrings(message.bytes).flatMap((span) => redact(message.bytes, span, secret));
      if (edits.length === 0) return forward;
      return { kind: 'replace', message: spliceMessage(message, edits, { sender: 'server' }) };
    },
  });

/** Returns one edit for each occurrence of the secret in a string, including keys and escaped spellings. */
function redact(bytes, span, secret) {
  const text = decodeString(bytes, span);
  const ranges = [];
  for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + secret.length)) {
    ranges.push({ from: at, to: at + secret.length, text: '[REDACTED]' });
  }
  return ranges.length === 0 ? [] : replaceInString(bytes, span, ranges);
}
