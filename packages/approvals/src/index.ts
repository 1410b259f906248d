// The public names of the package.

export type { AccessAnswer } from './access-answer.js';
export type { Answered } from './approval-store.js';
export { ApprovalStore } from './approval-store.js';
export type { ApprovalCaller, BrokerOptions } from './broker.js';
export { Broker } from './broker.js';
export type { Channel, ChannelRequest } from './channels/channel.js';
export { createStoreChannel } from './channels/store.js';
export type { Terminal } from './channels/terminal.js';
export { createTerminalChannel } from './channels/terminal.js';
export type { ApprovalOptions, Approvals, Remember } from './create-approvals.js';
export { createApprovals } from './create-approvals.js';
export { describeApproval } from './describe.js';
export { escapeInvisible } from './escape-invisible.js';
export type {
  Access,
  Approval,
  ApprovalDecision,
  ApprovalState,
  ApprovalTable,
  Grant,
  Scope,
  Subject,
} from './model.js';
export { processOfSession } from './session-name.js';
