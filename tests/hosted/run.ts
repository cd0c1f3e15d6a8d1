// `npm run test:hosted`: runs the contract against the backend of SUPABASE_URL, and prints where it differs. AREAS=auth,rest limits it.
import { runContract } from './contract';
import { AREAS } from './world';

const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: publishableKey, SUPABASE_SECRET_KEY: secretKey } = process.env;
const chosen = AREAS.filter((area) => !process.env.AREAS || process.env.AREAS.split(',').includes(area));
if (!url || !publishableKey) {
  console.error(
    'Set SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY, and SUPABASE_SECRET_KEY where accounts must confirm their address.',
  );
  process.exit(1);
}
const answers = await runContract({ url: url.replace(/\/+$/, ''), publishableKey, secretKey }, chosen);
const different = answers.filter(({ expected, got }) => expected !== got);
if (different.length > 0) console.table(different);
console.log(`${answers.length - different.length} passed, ${different.length} failed`);
process.exit(different.length > 0 ? 1 : 0);
