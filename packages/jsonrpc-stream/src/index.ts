// The public names of the package.

export { ChunkBuffer } from './bytes/chunk-buffer.js';
export { cutMember, findMember, putMember } from './edit/members.js';
export type { Edit, JsonPath, StringSpan, TextRange } from './edit/splice.js';
export {
  createStringFinder,
  decodeString,
  findNumbers,
  findString,
  findStrings,
  replaceInString,
  replaceString,
  spliceMessage,
  visitStrings,
} from './edit/splice.js';
export { findArrayElements, findValues } from './edit/values.js';
export type { WalkPosition } from './edit/walk.js';
export type { WholeMessage } from './framing/message-reader.js';
export { MessageReader } from './framing/message-reader.js';
export { NdjsonReader } from './framing/ndjson.js';
export { isSingleLine, toSingleLine } from './framing/single-line.js';
export type { SseEvent } from './framing/sse.js';
export { replaceEventData, SseReader } from './framing/sse.js';
export { cancelledId } from './message/cancelled-id.js';
export type { RpcError } from './message/errors.js';
export {
  createErrorResponse,
  createNotification,
  createRequest,
  createResponse,
  ErrorCode,
} from './message/errors.js';
export type { Limits } from './message/limits.js';
export { defaultLimits } from './message/limits.js';
export type {
  Batch,
  Incoming,
  Message,
  NotificationMessage,
  Refusal,
  RequestMessage,
  ResponseMessage,
} from './message/message.js';
export { MessageId } from './message/message-id.js';
export { isRecord, paramsOf } from './message/params.js';
export type { ParserOptions } from './message/parse.js';
export { createMessageParser, parseMessage } from './message/parse.js';
export { knownMethodParams } from './message/protocol-methods.js';
export type { WireSettings } from './message/wire-settings.js';
export type { ConversationOptions, ReceiveOptions } from './relay/conversation.js';
export { Conversation } from './relay/conversation.js';
export type { MessageDiagnostic, Side } from './relay/diagnostic.js';
export { IdTable } from './relay/id-table.js';
export type {
  Action,
  ActionOverride,
  Awaitable,
  ConnectInspector,
  Inspector,
  Peer,
} from './relay/inspector.js';
export { forwardEverything } from './relay/inspector.js';
export type { Outcome } from './relay/outcome.js';
export type { RelayOptions } from './relay/relay.js';
export { Relay } from './relay/relay.js';
export { isPromise } from './relay/validate-action.js';
