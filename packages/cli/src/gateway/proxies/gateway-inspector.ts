// The inspector of one gateway conversation. It wraps the inspector of the firewall, checks the permissions of the key
// and the availability of the store, and adds the identity of the caller for the upstream server.

import {
  type Action,
  type Awaitable,
  createErrorResponse,
  ErrorCode,
  type Inspector,
  isPromise,
  type Message,
  type RpcError,
} from '@claw/jsonrpc-stream';
import { whenReady } from '@claw/pipeline';
import { classifyMethod } from '@claw/policy';
import type { Caller } from '@claw/proxy-http';
import { callerOf, type GatewayCaller } from '../identity/caller.js';
import type { StoreHealth } from '../records/store-health.js';
import { filterLists } from './filter-lists.js';
import { replaceIdentity } from './inject-identity.js';
import { isRequestAsNotification, namedTasks } from './named-tasks.js';
import type { OpenRequests } from './open-requests.js';
import type { ProxyFirewall } from './proxy-firewall.js';
import { findForbidden, isUnlimited, notifiedResource } from './scope-check.js';
import type { CallerRequests, ServerRequests } from './server-requests.js';
import { mentionsTasks, notifiedTask, type TaskOwners, taskOf, unknownTask } from './task-owners.js';

export interface GatewayInspectorOptions {
  readonly inner: Inspector;
  readonly caller: Caller;
  readonly health: StoreHealth;
  readonly recordDenial: ProxyFirewall['recordDenial'];
  /**
   * Returns the identity of the caller of a `tools/call` for the upstream server, if any. Rejects if it cannot be
   * determined.
   */
  readonly identityFor: (caller: GatewayCaller) => Awaitable<object | undefined>;
  readonly tasks: TaskOwners;
  readonly openRequests: OpenRequests;
  readonly serverRequests: ServerRequests;
}

const DROP: Action = { kind: 'drop' };

export class GatewayInspector implements Inspector {
  readonly #options: GatewayInspectorOptions;
  /** True if the caller has sent a message in this conversation; otherwise it only opened a stream. */
  #hasRequests = false;
  readonly #serverRequests: CallerRequests;

  constructor(options: GatewayInspectorOptions) {
    this.#options = options;
    this.#serverRequests = options.serverRequests.open();
  }

  /** True for a server without sessions, which cannot distinguish the callers. */
  get #isShared(): boolean {
    return this.#options.caller.sessionId === undefined;
  }

  get #caller(): GatewayCaller | undefined {
    return callerOf(this.#options.caller.identity);
  }

  fromClient(message: Message): Awaitable<Action> {
    this.#hasRequests = true;
    const { health } = this.#options;
    const caller = this.#caller;
    const forbidden = caller?.kind === 'api_key' ? findForbidden(message, caller.scopes) : undefined;
    if (forbidden !== undefined) return this.#deny(message, outOfScope(message), 'scopes');
    if (health.isLost && !health.allowsCalls && needsStore(message))
      return this.#deny(message, STORE_LOST, 'store');
    if (isRequestAsNotification(message)) return this.#deny(message, NO_ID, 'wire');
    if (caller === undefined) return this.#decide(message, caller);
    const task = taskOf(message);
    const named = task === undefined ? namedTasks(message) : [];
    if (task === undefined && named.length === 0) return this.#decide(message, caller);
    return this.#mayUseTasks(task, named, caller).then((may) =>
      may ? this.#decide(message, caller) : this.#deny(message, unknownTask(message), 'tasks'),
    );
  }

  async #mayUseTasks(
    task: string | undefined,
    named: readonly string[],
    { identity }: GatewayCaller,
  ): Promise<boolean> {
    const { tasks } = this.#options;
    if (task !== undefined) return tasks.isOwner(task, identity);
    for (const one of named) if (await tasks.isForeign(one, identity)) return false;
    return true;
  }

  #decide(message: Message, caller: GatewayCaller | undefined): Awaitable<Action> {
    const { inner, health } = this.#options;
    const failures = health.failures;
    return whenReady(inner.fromClient(message), (action) => {
      // The counter includes the failures of other calls, so a denial for another reason may get this error as well.
      if (health.failures !== failures && isError(action) && !health.allowsCalls)
        return this.#answer(message, STORE_LOST);
      return this.#finish(message, action, caller);
    });
  }

  fromServer(message: Message): Awaitable<Action> {
    const caller = this.#caller;
    const { inner, tasks } = this.#options;
    // A server with sessions sends messages only to the caller of the session.
    const isShared = this.#isShared;
    if (isShared && caller !== undefined && message.kind === 'request')
      return this.#receiveServerRequest(message, caller);
    if (isShared && caller !== undefined && message.kind === 'response') {
      if (!this.#hasRequests && !this.#isExpected(message, caller)) return this.#withhold(message);
      if (message.id !== undefined) this.#options.openRequests.remove(message.id.token, caller.identity);
    }
    const task = isShared ? notifiedTask(message) : undefined;
    if (caller !== undefined && task !== undefined)
      return whenReady(tasks.isForeign(task, caller.identity), (isForeign) =>
        isForeign ? DROP : this.#filter(message, inner.fromServer(message), caller),
      );
    const filtered = this.#filter(message, inner.fromServer(message), caller);
    if (caller === undefined || !mentionsTasks(message)) return filtered;
    return whenReady(filtered, (action) => {
      if (action.kind !== 'forward' && action.kind !== 'replace') return action;
      const forwarded = action.kind === 'replace' ? action.message : message;
      return tasks.setOwner(forwarded, caller.identity).then((shown): Action => {
        if (shown === forwarded) return action;
        return { kind: 'replace', message: shown ?? unreadableList(forwarded) };
      });
    });
  }

  /**
   * Forwards a request of a server without sessions only as part of a response to the caller, or if it belongs to a
   * task of the caller. On another stream, it may be for any caller. A ping has no content.
   */
  #receiveServerRequest(message: Message, caller: GatewayCaller): Awaitable<Action> {
    const { inner, tasks } = this.#options;
    const { identity } = caller;
    const deliver = () =>
      whenReady(this.#filter(message, inner.fromServer(message), caller), (action) => {
        if (action.kind === 'forward' || action.kind === 'replace')
          this.#serverRequests.delivered(message, identity);
        return action;
      });
    const isPersonal = this.#hasRequests || message.method === 'ping';
    const named = namedTasks(message);
    if (named.length === 0) return isPersonal ? deliver() : this.#withhold(message);
    // In a response to the caller, the server may also name a task that the client itself has started.
    const checks = named.map(async (task) =>
      isPersonal ? !(await tasks.isForeign(task, identity)) : tasks.isOwner(task, identity),
    );
    return Promise.all(checks).then((all) => (all.every(Boolean) ? deliver() : this.#withhold(message)));
  }

  #isExpected({ id }: Message, { identity }: GatewayCaller): boolean {
    return id !== undefined && this.#options.openRequests.isOnlyOf(id.token, identity);
  }

  /** Drops a response or a request on a stream, because it may belong to another caller. */
  #withhold(message: Message): Action {
    const { recordDenial, caller } = this.#options;
    const reason = `the server has no sessions, and the ${message.kind} may belong to another caller`;
    const [direction, method] = ['server-to-client', message.method ?? 'unknown'] as const;
    recordDenial({
      direction,
      method,
      rule: 'scopes',
      reason,
      id: message.id?.token,
      identity: caller.identity?.id,
    });
    return DROP;
  }

  #filter(
    message: Message,
    decided: Awaitable<Action>,
    caller: GatewayCaller | undefined,
  ): Awaitable<Action> {
    if (caller?.kind !== 'api_key' || isUnlimited(caller.scopes)) return decided;
    const uri = notifiedResource(message);
    const isHidden = uri !== undefined && !caller.scopes.mayReadResource(uri);
    return whenReady(decided, (action) => {
      if (isHidden) return DROP;
      if (action.kind !== 'forward' && action.kind !== 'replace') return action;
      const forwarded = action.kind === 'replace' ? action.message : message;
      const shown = filterLists(forwarded, caller.scopes);
      if (shown === forwarded) return action;
      return { kind: 'replace', message: shown ?? unreadableList(forwarded) };
    });
  }

  commit() {
    return this.#options.inner.commit?.();
  }

  close(): void {
    const { caller, inner } = this.#options;
    if (caller.identity !== undefined) this.#serverRequests.close(caller.identity.id);
    inner.close?.();
  }

  #finish(message: Message, action: Action, caller: GatewayCaller | undefined): Awaitable<Action> {
    if (action.kind === 'answer' && caller?.kind === 'api_key') {
      const { scopes } = caller;
      const messages = action.messages.map((one) => filterLists(one, scopes) ?? unreadableList(one));
      return { kind: 'answer', messages };
    }
    if (action.kind !== 'forward' && action.kind !== 'replace') return action;
    const forwarded = action.kind === 'replace' ? action.message : message;
    if (message.kind === 'response' && caller !== undefined && this.#isShared)
      return this.#serverRequests.takeResponse(message, caller.identity)
        ? action
        : this.#deny(message, NOT_ASKED, 'scopes');
    if (message.kind === 'request' && caller !== undefined && this.#isShared)
      this.#options.openRequests.add(message.id.token, caller.identity);
    const identity =
      caller !== undefined && isCall(forwarded) ? this.#options.identityFor(caller) : undefined;
    const withIdentity = (added: object | undefined): Action => {
      const identified = replaceIdentity(forwarded, added);
      return identified === forwarded ? action : { kind: 'replace', message: identified };
    };
    if (!isPromise(identity)) return withIdentity(identity);
    return identity.then(withIdentity, (error: Error) =>
      this.#deny(message, noToken(error.message), 'upstream_jwt'),
    );
  }

  /** Denies a message and logs the denial. The firewall logs only its own decisions. */
  #deny(message: Message, error: RpcError, rule: string): Action {
    const { recordDenial, caller } = this.#options;
    const value = message.value as { params?: { name?: unknown } };
    const name = message.method === 'tools/call' ? value.params?.name : undefined;
    recordDenial({
      direction: 'client-to-server',
      method: message.method ?? 'unknown',
      rule,
      reason: error.message,
      id: message.id?.token,
      identity: caller.identity?.id,
      address: caller.address,
      ...(typeof name === 'string' && { tool: name.slice(0, 200) }),
    });
    return this.#answer(message, error);
  }

  #answer(message: Message, error: RpcError): Action {
    if (message.kind !== 'request') return DROP;
    return { kind: 'answer', messages: [createErrorResponse(message.id, error)] };
  }
}

const NO_ID: RpcError = { code: ErrorCode.invalidRequest, message: 'a request was sent without an id' };
const NOT_ASKED: RpcError = {
  code: ErrorCode.denied,
  message: 'the response belongs to no request that only this caller received',
};

const isCall = (message: Message): boolean => message.kind === 'request' && message.method === 'tools/call';

const needsStore = (message: Message): boolean =>
  message.kind === 'request' && classifyMethod(message.method).class !== 'pass';

const isError = (action: Action): boolean =>
  action.kind === 'answer' && action.messages.some((one) => one.kind === 'response' && one.failed);

/** The same error is sent for existing and unknown tools, so that callers cannot find out which tools exist. */
function outOfScope(message: Message): RpcError {
  const value = message.value as { params?: { name?: unknown } };
  const name = message.method === 'tools/call' ? value.params?.name : undefined;
  const what = typeof name === 'string' ? name.slice(0, 100) : message.method;
  const reason = 'the API key does not permit it';
  return {
    code: ErrorCode.denied,
    message: `Denied \`${what}\` by rule \`scopes\`: ${reason}`,
    data: { rule: 'scopes', action: 'denied', reason },
  };
}

const storeReason = 'the state of the gateway is unavailable, so the call cannot be checked; try again later';
const STORE_LOST: RpcError = {
  code: ErrorCode.serverUnavailable,
  message: `No response: ${storeReason}`,
  data: { reason: storeReason },
};

function noToken(why: string): RpcError {
  const reason = `${why}; the call was not forwarded, because the upstream token is missing`;
  return { code: ErrorCode.serverUnavailable, message: `No response: ${reason}`, data: { reason } };
}

function unreadableList(message: Message): Message {
  const reason = 'the list contains a duplicate key, so it cannot be filtered';
  const error = { code: ErrorCode.denied, message: `Blocked by rule \`scopes\`: ${reason}` };
  const data = { rule: 'scopes', action: 'blocked', reason };
  return createErrorResponse(message.kind === 'response' ? message.id : undefined, { ...error, data });
}
