// The public names of the package, all of them.

export { isPromise } from './check-action.js';
export type { Circumstances, ConversationOptions, Outcome } from './conversation.js';
export { Conversation } from './conversation.js';
export { findElements } from './elements.js';
export type { RpcError } from './errors.js';
export {
  createErrorResponse,
  createNotification,
  createRequest,
  createResponse,
  ErrorCode,
} from './errors.js';
export { IdTable } from './id-table.js';
export type { Action, Awaitable, ConnectInspector, Inspector, Instead, Peer } from './inspector.js';
export { forwardEverything } from './inspector.js';
export type { Incident, Side } from './lane.js';
export type { Limits } from './limits.js';
export { defaultLimits } from './limits.js';
export type {
  Batch,
  Incoming,
  Message,
  NotificationMessage,
  Refusal,
  RequestMessage,
  ResponseMessage,
} from './message.js';
export { MessageId } from './message-id.js';
export type { WholeMessage } from './message-reader.js';
export { MessageReader } from './message-reader.js';
export { NdjsonReader } from './ndjson.js';
export { isOneLine, onOneLine } from './one-line.js';
export type { ParserOptions } from './parse.js';
export { createMessageParser, parseMessage } from './parse.js';
export { Pieces } from './pieces.js';
export { knownMethodParams } from './protocol-methods.js';
export type { RelayOptions } from './relay.js';
export { Relay } from './relay.js';
export type { Edit, JsonPath, StringSpan, TextRange } from './splice.js';
export {
  createStringFinder,
  findNumbers,
  findString,
  findStrings,
  replaceInString,
  replaceString,
  spliceMessage,
  textOfString,
  visitStrings,
} from './splice.js';
export type { SseEvent } from './sse.js';
export { replaceEventData, SseReader } from './sse.js';
export type { Walked } from './walk.js';
