// Loads the published schema of SARIF 2.1.0, which is downloaded from the registry on demand.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { installTools } from '../tools.mjs';

const folder = fileURLToPath(new URL('../../tools/sarif', import.meta.url));

/** Returns a function that returns the errors of a log, or undefined if there are none. */
export async function loadSarifCheck(say) {
  await installTools(say, folder);
  const load = createRequire(`${folder}/package.json`);
  const Ajv = load('ajv');
  const ajv = new Ajv({ schemaId: 'auto', meta: false, unknownFormats: 'ignore', logger: false });
  ajv.addMetaSchema(load('ajv/lib/refs/json-schema-draft-04.json'));
  const validate = ajv.compile(load('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'));
  return (log) => (validate(log) ? undefined : ajv.errorsText(validate.errors));
}
