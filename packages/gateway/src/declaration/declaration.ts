// The records that a file declares. Their ids are their names, so all nodes create the same records. The file owns
// these records; records that were created with the API are not changed.

/** A proxy, in the form of the body of `POST /api/mcp`, with its rules. */
export interface DeclaredProxy {
  readonly id: string;
  readonly proxy: Readonly<Record<string, unknown>>;
  readonly rules: readonly unknown[];
}

/** A resource, in the form of the body of `POST /api/resources`. */
export interface DeclaredResource {
  readonly id: string;
  readonly resource: Readonly<Record<string, unknown>>;
}

export interface DeclaredKey {
  readonly id: string;
  readonly hash: string;
  readonly tags: readonly string[];
}

export interface Declaration {
  readonly proxies: readonly DeclaredProxy[];
  readonly resources: readonly DeclaredResource[];
  readonly keys: readonly DeclaredKey[];
}

/** One difference between a declaration and the stored records. */
export interface DeclaredChange {
  readonly action: 'create' | 'change' | 'delete';
  readonly record: 'proxy' | 'rules' | 'resource' | 'key';
  readonly id: string;
  /** The names of the fields that differ. Their values are not included, because they may be secret. */
  readonly fields?: readonly string[];
  apply(): Promise<unknown>;
}
