// The public names of the package, all of them.

export type { AdminPorts, ApprovalAnswer, ApprovalView } from './ports.js';
export type { Admin, AdminOptions } from './server.js';
export { startAdmin } from './server.js';
