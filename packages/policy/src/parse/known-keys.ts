// Returns the keys of a schema, which are used for suggestions, without importing the validator.

import type * as z from 'zod';

interface Definition {
  readonly shape?: Readonly<Record<string | number, z.core.$ZodType>>;
  readonly element?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
}

/** Returns the keys of the table at a path. The result is empty if the keys are not fixed. */
export function knownKeys(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] {
  let current: z.core.$ZodType | undefined = schema;
  for (const key of path) {
    const definition = unwrap(current);
    current = definition?.shape?.[key as string] ?? definition?.element ?? definition?.valueType;
  }
  return Object.keys(unwrap(current)?.shape ?? {});
}

/** Returns the schema inside defaults, optional values and transformations. */
function unwrap(schema: z.core.$ZodType | undefined): Definition | undefined {
  const definition = schema?._zod.def as Definition | undefined;
  const inner = definition?.innerType ?? definition?.in;
  return inner === undefined ? definition : unwrap(inner);
}
