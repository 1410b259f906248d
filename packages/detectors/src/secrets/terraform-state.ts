// Finds the secrets in a state file of Terraform or OpenTofu: outputs and attributes that are marked as sensitive,
// and attributes that are secrets according to their name or the type of their resource. The form of the value does
// not matter.

import type { Finding } from '../detector.js';
import type { FunctionDetector } from '../function-detector.js';
import { isFiller } from './values/placeholder.js';

const REACH = 16_384;
const STRING = '"((?:[^"\\\\\\n]|\\\\.){4,8192})"';
const GAP = '[\\s]{0,40}';

/** Matches `"db_password": { "value": "…", "type": "string", "sensitive": true }`. */
const OUTPUT = new RegExp(
  `"value"${GAP}:${GAP}${STRING}${GAP},${GAP}"type"${GAP}:${GAP}"string"${GAP},${GAP}"sensitive"${GAP}:${GAP}true`,
  'g',
);
const ATTRIBUTE = new RegExp(`"([a-z0-9_]{1,64})"${GAP}:${GAP}${STRING}`, 'g');
/** Matches `"sensitive_attributes": [[{ "type": "get_attr", "value": "password" }]]`. */
const MARKED =
  /"type"\s{0,40}:\s{0,40}"get_attr"\s{0,40},\s{0,40}"value"\s{0,40}:\s{0,40}"([a-z0-9_]{1,64})"/g;
const SECRET =
  /(?:^|_)(?:password|passwd|secret|secret_key|secret_string|secret_binary|token|access_token|auth_token|private_key|private_key_pem|private_key_openssh|access_key|primary_key|secondary_key|account_key|api_key|connection_string|client_secret|client_key|kube_config_raw|kubeconfig|credentials_json|ses_smtp_password_v4)$/;
/** Matches resources whose main attribute is a secret. */
const RANDOM = /"type"\s{0,40}:\s{0,40}"random_(?:password|bytes)"/;
const RANDOM_RESULT = new Set(['result', 'base64', 'hex']);
const HARMLESS = /^(?:\/|https?:\/\/|arn:|~\/|\[REDACTED|none$|null$|true$|false$|\$\{)/;

export const terraformState: FunctionDetector = {
  name: 'terraform-state',
  kind: 'secrets',
  literals: ['"terraform_version"', '"sensitive_attributes"', '"sensitive": true', '"sensitive":true'],
  requiresLiteral: true,
  prefilterLiterals: [
    '"terraform_version"',
    '"sensitive_attributes"',
    '"sensitive": true',
    '"sensitive":true',
  ],
  windowRadius: REACH,
  find(text, from, to) {
    const part = text.slice(from, to);
    const findings = Array.from(part.matchAll(OUTPUT), (match) => toFinding(match, match[1] ?? '', from));
    if (!/"terraform_version"|"sensitive_attributes"/.test(part)) return valid(findings, text);
    const marked = new Set(Array.from(part.matchAll(MARKED), ([, name = '']) => name));
    const isRandom = RANDOM.test(part);
    for (const match of part.matchAll(ATTRIBUTE)) {
      const [, name = '', value = ''] = match;
      if (SECRET.test(name) || marked.has(name) || (isRandom && RANDOM_RESULT.has(name)))
        findings.push(toFinding(match, value, from));
    }
    return valid(findings, text).sort((left, right) => left.start - right.start);
  },
  samples: {
    hit: [
      '{"version":4,"terraform_version":"1.7.0","resources":[{"type":"aws_db_instance","instances":[{"attributes":{"username":"admin","password":"correct horse"}}]}]}',
      '{"terraform_version":"1.7.0","resources":[{"type":"random_password","instances":[{"attributes":{"length":24,"result":"swordfish-battery"}}]}]}',
      '"outputs": {\n  "join": {\n    "value": "swordfish",\n    "type": "string",\n    "sensitive": true\n  }\n}',
      '{"attributes":{"zone_key":"eu","pin":"swordfish"},"sensitive_attributes":[[{"type":"get_attr","value":"pin"}]]}',
    ],
    miss: [
      '{"version":4,"terraform_version":"1.7.0","resources":[{"type":"aws_s3_bucket","instances":[{"attributes":{"bucket":"shop","arn":"arn:aws:s3:::shop"}}]}]}',
      '"outputs": {\n  "url": {\n    "value": "https://shop.example",\n    "type": "string"\n  }\n}',
      '{"terraform_version":"1.7.0","resources":[{"type":"aws_secretsmanager_secret","instances":[{"attributes":{"name":"shop","secret":"arn:aws:secretsmanager:eu-1:1:secret:shop"}}]}]}',
    ],
  },
};

function toFinding(match: RegExpExecArray, value: string, from: number): Finding {
  const end = from + match.index + match[0].lastIndexOf(`"${value}"`) + 1 + value.length;
  return { kind: 'secrets', detector: 'terraform-state', severity: 'high', start: end - value.length, end };
}

const valid = (findings: readonly Finding[], text: string): Finding[] =>
  findings.filter(({ start, end }) => {
    const value = text.slice(start, end);
    return !HARMLESS.test(value) && !isFiller(value);
  });
