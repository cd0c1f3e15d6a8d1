// Phone measurements: first visits on a weak network, the offline start, quiz answers, the worker's start, downloads, push messages and Lighthouse.
// They take about ten minutes and install Lighthouse and (as root) Firefox, so only `npm run bench phone` runs them, not `npm run bench`.
import { prepareScreens } from './measure-screens.mjs';
import { addPlainWorker, measureDevice, prepareDevice } from './phone-device.mjs';
import { measureLighthouse } from './phone-lighthouse.mjs';
import { measurePush } from './phone-push.mjs';
import { measureVisits } from './phone-visits.mjs';

export const phoneMeasures = {
  'phone visits': { measure: measureVisits, prepare: prepareScreens, named: true },
  'phone device': { measure: measureDevice, prepare: prepareDevice, addToSite: addPlainWorker, named: true },
  'phone lighthouse': { measure: measureLighthouse, named: true },
  'phone push': { measure: measurePush, named: true },
};
