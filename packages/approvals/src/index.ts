// The public names of the package.

export type { AccessAnswer } from './access-answer.js';
export type { Asker, BrokerOptions } from './broker.js';
export { Broker } from './broker.js';
export type { Asking, Channel } from './channels/channel.js';
export { createStoreChannel } from './channels/store.js';
export type { Terminal } from './channels/terminal.js';
export { createTerminalChannel } from './channels/terminal.js';
export type { ApprovalOptions, Approvals, Remember } from './connections.js';
export { createApprovals } from './connections.js';
export { describeApproval } from './describe.js';
export type { Answered } from './ledger.js';
export { Ledger } from './ledger.js';
export type { Access, Approval, ApprovalState, Grant, Reply, Scope, Shelf, Subject } from './model.js';
export { processOfSession } from './session-name.js';
export { visible } from './visible.js';
