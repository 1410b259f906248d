// Lists key formats of source hosts, build services, registries and code scanners.

import type { PatternDetector } from '../../detector.js';
import { base62, crc32, hasBase62Checksum } from '../values/checksum.js';
import { alnum, hex, loose, lower, oneOf, optional, raw, word } from './key-format.js';
import { key } from './vendor-key.js';

const more = Number.POSITIVE_INFINITY;
const MADE_UP = 'q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6';
const GITHUB = oneOf('ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_');
const npmOrGithubSample = (prefix: string) => prefix + MADE_UP + base62(crc32(MADE_UP), 6);

/**
 * The format of GitHub tokens is listed twice: with a valid checksum a finding is certain; without it, a finding is
 * still likely enough to be reported.
 */
export const codeHostingKeys: readonly PatternDetector[] = [
  key('github-token', [GITHUB, alnum(36)], {
    severity: 'critical',
    accept: (text) => hasBase62Checksum(text, 4),
    hit: [npmOrGithubSample('ghp_'), npmOrGithubSample('gho_')],
    miss: [`ghp_${MADE_UP}000000`],
  }),
  key('github-token-unverified', [GITHUB, alnum(36, 76)], {
    accept: (text) => !hasBase62Checksum(text, 4),
    miss: [npmOrGithubSample('ghp_')],
  }),
  key('github-app-session', [
    'ghs_',
    raw('[0-9]{1,12}_eyJ[A-Za-z0-9_.-]{40,}', `12345_eyJ${'hbGciOiJSUzI1'.repeat(4)}`),
  ]),
  key('github-fine-grained-token', [
    'github_pat_',
    raw('[A-Za-z0-9_]{80,90}', `11${'AK7qZ2pXw9Vb'.repeat(7)}`),
  ]),
  key('gitlab-token', [
    oneOf('glpat-', 'gldt-', 'glsoat-', 'glffct-', 'glft-', 'glrt-', 'glrtr-', 'gloat-'),
    raw('[A-Za-z0-9_-]{20,}(?:\\.[a-z0-9]{7,9})?', 'q8Zr2LmT0xW5vB9nC4kJ'),
  ]),
  key('gitlab-job-token', ['glcbt-', word(20, more)]),
  key('gitlab-mail-token', ['glimt-', word(25)]),
  key('gitlab-trigger-token', ['glptt-', word(40)]),
  key('gitlab-agent-token', ['glagent-', word(50, more)]),
  key('gitlab-application-secret', ['gloas-', word(64)]),
  key('gitlab-runner-registration', ['GR1348941', word(20, more)]),
  key('gitlab-session', ['_gitlab_session=', lower(32)]),
  key('gitlab-workspace-token', ['glwt-', word(20, more)]),
  key('bitbucket-app-password', ['ATBB', alnum(32)]),
  key('bitbucket-repository-token', ['ATCTT3xFfG', loose(150, more)]),
  key('atlassian-token', ['ATATT3', loose(180, more)]),
  key('sourcegraph-token', ['sgp_', optional(raw('(?:[A-Fa-f0-9]{16}|local)_', '')), hex(40)]),
  key('circleci-token', [oneOf('CCIPAT_', 'CCIPRJ_'), alnum(22), '_', hex(40)]),
  key('buildkite-token', [oneOf('bkua_', 'bkaj_', 'bkpt_', 'bkct_', 'bkpat_'), lower(40)]),
  key('sonar-token', [
    oneOf('sqp_', 'squ_', 'sqa_'),
    raw('[A-Za-z0-9_=-]{40}', 'k7qz2pxw9vb4nm6lc1rt8ys3df5gh0jk2zx4cv6b'),
  ]),
  key('stackhawk-key', ['hawk.', word(20), '.', word(20)]),
  key('dependency-track-key', ['odt_', alnum(32, 40)]),
  key('codeclimate-token', ['CODECLIMATE_TOKEN=', hex(64)]),
  key('npm-token', ['npm_', alnum(36)], {
    severity: 'critical',
    accept: (text) => hasBase62Checksum(text, 4),
    hit: [npmOrGithubSample('npm_')],
    miss: [`npm_${MADE_UP}000000`],
  }),
  key('npm-token-unverified', ['npm_', alnum(36)], { accept: (text) => !hasBase62Checksum(text, 4) }),
  key('npm-registry-auth', [
    raw(
      '_auth(?:Token|)\\s{0,3}=\\s{0,3}["\']?[A-Za-z0-9+/=_-]{20,}',
      '_authToken=4c9e1b7a-52d8-4f03-9a6e-0d81c3b5e72f',
      ['_auth'],
    ),
  ]),
  key('pypi-token', [oneOf('pypi-AgEIcHlwaS5vcmc', 'pypi-AgENdGVzdC5weXBpLm9yZw'), word(50, more)]),
  key('rubygems-key', ['rubygems_', hex(48)]),
  key('nuget-key', ['oy2', lower(43)]),
  key('crates-token', ['cio', alnum(32)], {
    literals: ['cio'],
    accept: (text) => /[0-9]/.test(text) && /[A-Z]/.test(text) && /[a-z]/.test(text.slice(3)),
  }),
  key('clojars-token', ['CLOJARS_', lower(60)], { flags: 'gi' }),
  key('dockerhub-token', [oneOf('dckr_pat_', 'dckr_oat_'), word(24, more)]),
  key('packagist-token', [
    oneOf('packagist_ack_', 'packagist_aut_', 'packagist_uut_', 'packagist_oat_'),
    hex(64, 80),
  ]),
  key('artifactory-key', ['AKCp', alnum(69)]),
  key('artifactory-token-old', ['AP', raw('[0-9A-F][A-Za-z0-9]{8,}', '6K7qZ2pXw9Vb')], {
    literals: ['x-jfrog-art-api', 'artifactory'],
    hit: ['X-JFrog-Art-Api: AP6K7qZ2pXw9Vb4N'],
  }),
  key('artifactory-reference-token', ['cmVmd', alnum(59)]),
  key('hex-pm-key', ['hex_', hex(32, 64)], {
    literals: ['hex_'],
    accept: (text) => /[0-9]/.test(text) && /[a-f]/.test(text.slice(4)),
  }),
  key('deno-deploy-token', [oneOf('ddp_', 'ddo_'), alnum(36)]),
  key('jsr-token', [oneOf('jsrp_', 'jsrd_'), alnum(30, more)]),
  key('snyk-token', ['snyk_', oneOf('uat', 'sat'), '.', hex(8), '.', word(40, more)]),
  key('gitguardian-token', [oneOf('ggtt-v-', 'ggpat-'), alnum(16, more)]),
  key('semgrep-token', ['sgrp_', word(30, more)]),
  key('pixie-key', [
    oneOf('px-api-', 'px-dep-'),
    raw('[a-f0-9-]{36}', '4c9e1b7a-52d8-4f03-9a6e-0d81c3b5e72f'),
  ]),
  key('intra42-secret', [oneOf('s-s4t2ud-', 's-s4t2af-'), hex(64)]),
  key('travis-encrypted-token', ['travis-', alnum(22)], {
    literals: ['travis-'],
    accept: (text) => /[0-9]/.test(text) && /[A-Z]/.test(text),
  }),
];
