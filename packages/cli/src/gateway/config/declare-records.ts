// Builds the records in a `gateway.toml`: reads secrets from the environment and checks references.

import { createHash } from 'node:crypto';
import {
  type Declaration,
  type DeclaredKey,
  type DeclaredProxy,
  type DeclaredResource,
  GatewayProblem,
  newProxy,
  validate,
} from '@claw/gateway';
import type { Problem } from '@claw/policy';
import { pathOf } from './field-path.js';
import type { Variables } from './gateway-config.js';
import type { GatewayFile } from './schema.js';

type Path = readonly (string | number)[];

/** Converts the tables of a file into records and adds errors to `problems`. */
export function declareRecords(file: GatewayFile, env: Variables, problems: Problem[]): Declaration {
  const report = (path: Path, message: string, help = '') =>
    problems.push({ code: 'wrong-value', message, help, path });

  /** Reads a secret from the file or from an environment variable. */
  function readSecret(
    path: Path,
    name: string,
    table: Readonly<Record<string, unknown>>,
  ): string | undefined {
    const [written, variable] = [table[name], table[`${name}Env`]] as (string | undefined)[];
    if (variable === undefined) return written;
    if (written !== undefined)
      report([...path, `${name}Env`], `\`${name}\` is set as well`, 'remove one of them');
    const value = env[variable];
    if (value !== undefined && value !== '') return value;
    report(
      [...path, `${name}Env`],
      `the environment variable \`${variable}\` is not set`,
      `set it, or change \`${name}Env\``,
    );
    // The file is invalid anyway. Without this value, a second error would say that the field is missing.
    return 'not-set';
  }

  function declareProxy(table: GatewayFile['proxy'][number], index: number): DeclaredProxy {
    const path = ['proxy', index];
    const { authToken: _, authTokenEnv: __, auth, rules, ...rest } = table;
    const authToken = readSecret(path, 'authToken', table);
    const proxy = {
      ...rest,
      ...(authToken !== undefined && { authToken }),
      ...(auth && { auth: declareAuth([...path, 'auth'], auth) }),
    };
    try {
      validate(newProxy, proxy);
    } catch (error) {
      if (!(error instanceof GatewayProblem)) throw error;
      for (const { field, message } of error.fields)
        report([...path, ...pathOf(field)], `\`${field}\` ${message}`);
    }
    return { id: table.name, proxy, rules };
  }

  function declareAuth(
    path: Path,
    { upstreamJwt, ...auth }: NonNullable<GatewayFile['proxy'][number]['auth']>,
  ) {
    if (upstreamJwt === undefined) return auth;
    const { clientSecret: _, clientSecretEnv: __, ...rest } = upstreamJwt;
    const clientSecret = readSecret([...path, 'upstreamJwt'], 'clientSecret', upstreamJwt);
    return { ...auth, upstreamJwt: { ...rest, ...(clientSecret !== undefined && { clientSecret }) } };
  }

  function declareKey(
    { name, hash, env: variable, tags }: GatewayFile['key'][number],
    index: number,
  ): DeclaredKey {
    const path = ['key', index];
    if ((hash === undefined) === (variable === undefined))
      report(path, `the key \`${name}\` needs either \`hash\` or \`env\``, 'add one of the two');
    if (hash === sha256(''))
      report([...path, 'hash'], `the hash of the key \`${name}\` is that of an empty text`, 'hash the key');
    const text = variable === undefined ? undefined : env[variable];
    if (variable !== undefined && (text === undefined || text.length < MIN_KEY))
      report(
        [...path, 'env'],
        text === undefined
          ? `the environment variable \`${variable}\` is not set`
          : `the key in \`${variable}\` is shorter than ${MIN_KEY} characters`,
      );
    return {
      id: name,
      tags,
      hash: hash ?? sha256(text ?? ''),
    };
  }

  function declareResource(
    { id, ...resource }: GatewayFile['resource'][number],
    index: number,
  ): DeclaredResource {
    for (const [at, attached] of resource.attachedMcpIds.entries())
      if (!file.proxy.some(({ name }) => name === attached))
        report(['resource', index, 'attachedMcpIds', at], `no \`[[proxy]]\` has the name \`${attached}\``);
    return { id, resource };
  }

  function findRepeated(kind: 'proxy' | 'resource' | 'key', ids: readonly string[]): void {
    const known = new Set<string>();
    for (const [index, id] of ids.entries()) {
      if (known.has(id.toLowerCase()))
        report([kind, index], `the name \`${id}\` is used twice`, 'rename one of the two');
      known.add(id.toLowerCase());
    }
  }

  /**
   * Reports keys with the same secret. A secret identifies one caller, so the tags of one of the two keys would be
   * lost.
   */
  function findSameSecret(keys: readonly DeclaredKey[]): void {
    const known = new Map<string, string>();
    for (const [index, { id, hash }] of keys.entries()) {
      // The missing variable or the hash was already reported.
      if (hash === sha256('')) continue;
      const other = known.get(hash);
      if (other !== undefined)
        report(['key', index], `the keys \`${other}\` and \`${id}\` have the same secret`, 'use another key');
      known.set(hash, id);
    }
  }

  findRepeated(
    'proxy',
    file.proxy.map(({ name }) => name),
  );
  findRepeated(
    'resource',
    file.resource.map(({ id }) => id),
  );
  findRepeated(
    'key',
    file.key.map(({ name }) => name),
  );
  const keys = file.key.map(declareKey);
  findSameSecret(keys);
  return {
    proxies: file.proxy.map(declareProxy),
    resources: file.resource.map(declareResource),
    keys,
  };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The minimum length of a key; shorter keys could be guessed. */
const MIN_KEY = 32;
