// The methods of both protocol variants, with the parameters that the specification defines.

const TASK = ['task'];
const RETRY = ['inputResponses', 'requestState'];
const LIST = ['cursor'];

const SAMPLING = [
  'messages',
  'modelPreferences',
  'systemPrompt',
  'includeContext',
  'temperature',
  'maxTokens',
  'stopSequences',
  'metadata',
  'tools',
  'toolChoice',
  ...TASK,
];

const PARAMS: Readonly<Record<string, readonly string[]>> = {
  initialize: ['protocolVersion', 'capabilities', 'clientInfo'],
  ping: [],
  'server/discover': [],
  'tools/list': LIST,
  'tools/call': ['name', 'arguments', ...TASK, ...RETRY],
  'resources/list': LIST,
  'resources/templates/list': LIST,
  'resources/read': ['uri', ...RETRY],
  'resources/subscribe': ['uri'],
  'resources/unsubscribe': ['uri'],
  'prompts/list': LIST,
  'prompts/get': ['name', 'arguments', ...RETRY],
  'completion/complete': ['ref', 'argument', 'context'],
  'logging/setLevel': ['level'],
  'subscriptions/listen': ['notifications', 'resourceSubscriptions'],
  'tasks/get': ['taskId'],
  'tasks/result': ['taskId'],
  'tasks/list': LIST,
  'tasks/cancel': ['taskId'],
  'tasks/update': ['taskId', 'inputResponses'],
  'sampling/createMessage': SAMPLING,
  'elicitation/create': ['message', 'requestedSchema', 'mode', 'url', 'elicitationId', ...TASK],
  'roots/list': [],
  'notifications/initialized': [],
  'notifications/cancelled': ['requestId', 'reason'],
  'notifications/progress': ['progressToken', 'progress', 'total', 'message'],
  'notifications/message': ['level', 'logger', 'data'],
  'notifications/resources/updated': ['uri'],
  'notifications/resources/list_changed': [],
  'notifications/tools/list_changed': [],
  'notifications/prompts/list_changed': [],
  'notifications/roots/list_changed': [],
  'notifications/elicitation/complete': ['elicitationId'],
  'notifications/tasks/status': [
    'taskId',
    'status',
    'statusMessage',
    'createdAt',
    'lastUpdatedAt',
    'ttl',
    'pollInterval',
  ],
  'notifications/tasks': ['taskId', 'status', 'statusMessage', 'result', 'error', 'inputRequests'],
  'notifications/subscriptions/acknowledged': ['notifications', 'resourceSubscriptions'],
};

/**
 * Maps each method to the names of its parameters, including `_meta`. Methods that are not listed are vendor methods.
 */
export const knownMethodParams: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(PARAMS).map(([method, keys]) => [method, ['_meta', ...keys]]),
);
