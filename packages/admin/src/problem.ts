// What went wrong, as `application/problem+json`: for a person and for a script. It never repeats what was sent.

/** A refusal that becomes the answer. `field` names what is wrong in the request. */
export class Problem extends Error {
  readonly status: number;
  readonly field: string | undefined;

  constructor(status: number, detail: string, field?: string) {
    super(detail);
    this.status = status;
    this.field = field;
  }
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'Too large',
  415: 'Unsupported media type',
  421: 'Misdirected request',
  500: 'Internal error',
};

/** The body of a problem. */
export const problemBody = ({ status, message, field }: Problem) => ({
  type: 'about:blank',
  title: titles[status] ?? 'Error',
  status,
  detail: message,
  ...(field !== undefined && { field }),
});
