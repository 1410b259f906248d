// Descriptions of error responses that several routes share, for the OpenAPI document.

export const invalidField = { 400: 'A field is invalid; `field` names it.' };
export const noSuchProxy = { 404: 'There is no proxy with this id or name.' };
export const unreachable = { 502: 'The upstream server cannot be reached, or its response cannot be used.' };
/** The errors for a key or a resource in a path. */
export const namedRecord = (kind: string) => ({
  404: `There is no ${kind} with this id or name.`,
  409: `Several ${kind}s have this name, or the ${kind} is declared in \`gateway.toml\`.`,
});
export const declaredRecord = { 409: 'The record is declared in `gateway.toml`.' };
