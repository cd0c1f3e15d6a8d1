// Phone measurements: first visits on a weak network, the offline start, quiz answers, the worker's start, downloads, push messages and Lighthouse.
// They take about ten minutes and install Lighthouse and (as root) Firefox, so only `npm run bench phone` runs them, not `npm run bench`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { prepareScreens } from './measure-screens.mjs';
import { addPlainWorker, measureDevice, prepareDevice } from './phone-device.mjs';
import { measureLighthouse } from './phone-lighthouse.mjs';
import { measurePush } from './phone-push.mjs';
import { measureVisits } from './phone-visits.mjs';
import { root, rounded } from './stage.mjs';

const WORKER_BYTES = 16_000;

function measureWorkerSize() {
  const bytes = gzipSync(readFileSync(join(root, 'dist/sw.js')), { level: 9 }).length;
  return [
    {
      what: 'sw.js, gzip',
      measured: `${rounded(bytes / 1000, 1)} kB`,
      target: `≤ ${WORKER_BYTES / 1000} kB`,
      met: bytes <= WORKER_BYTES,
      gate: true,
      figures: { bytes },
    },
  ];
}

export const phoneMeasures = {
  'phone size': { measure: measureWorkerSize, withoutServer: true, named: true },
  'phone visits': { measure: measureVisits, prepare: prepareScreens, named: true },
  'phone device': { measure: measureDevice, prepare: prepareDevice, addToSite: addPlainWorker, named: true },
  'phone lighthouse': { measure: measureLighthouse, named: true },
  'phone push': { measure: measurePush, named: true },
};
