// Errors in the format `application/problem+json` (RFC 9457). They never contain values from the request.

import type { FieldProblem } from '@claw/gateway';

export interface ProblemOptions {
  readonly fields?: readonly FieldProblem[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error that is sent as the response. `fields` lists the invalid parts of the request. */
export class Problem extends Error {
  readonly status: number;
  readonly fields: readonly FieldProblem[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, { fields = [], headers = {} }: ProblemOptions = {}) {
    super(detail);
    this.status = status;
    this.fields = fields;
    this.headers = headers;
  }
}

/** Creates a problem with one field, with status 400. */
export const fieldProblem = (field: string, message: string): Problem => invalidFields([{ field, message }]);

/** Creates a problem with several fields, with status 400. */
export const invalidFields = (fields: readonly FieldProblem[]): Problem => {
  const detail = fields.map(({ field, message }) => `\`${field}\` ${message}`).join('; ');
  return new Problem(400, detail, { fields });
};

const titles: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'Content too large',
  415: 'Unsupported media type',
  421: 'Misdirected request',
  500: 'Internal error',
  502: 'Bad gateway',
  503: 'Service unavailable',
};

/** Returns the body of a problem. `field` is the first of `errors`. */
export const problemBody = ({ status, message, fields }: Problem) => ({
  type: 'about:blank',
  title: titles[status] ?? 'Error',
  status,
  detail: message,
  ...(fields[0] !== undefined && { field: fields[0].field, errors: fields }),
});
