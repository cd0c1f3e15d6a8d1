// Creates an installation's first administrator and restores a locked-out one, on the embedded backend and on a Supabase project. Only the
// command line uses this.
import { randomBytes } from 'node:crypto';
import { StartError } from '../ops/settings';

/** What the commands need from the accounts of an installation. */
export interface Accounts {
  /** Creates an account whose address counts as confirmed, because the owner of the installation typed it. @returns false if the address has an account */
  create(email: string, password: string): Promise<boolean>;
  /** Makes the account of a confirmed address a super administrator. */
  appoint(email: string): Promise<void>;
  /** The super administrators that have an account, by address. */
  superAdministrators(): Promise<{ email: string; uid: string }[]>;
  /** Sets a password, removes second factors and ends all sessions. */
  reset(uid: string, password: string): Promise<void>;
}

/** Satisfies the five rules of registration. */
const newPassword = () => `${randomBytes(12).toString('base64url')}-aA1!`;

/** @returns the password to sign in with. @throws StartError if the address has an account: it may belong to a stranger. */
export async function createAdministrator(accounts: Accounts, address: string): Promise<string> {
  const email = address.trim().toLowerCase();
  const password = newPassword();
  if (!(await accounts.create(email, password)))
    throw new StartError(`${email} already has an account. Choose another address, or delete that account first.`);
  await accounts.appoint(email);
  return password;
}

/** @param address needed only if there are several super administrators. */
export async function resetAdministrator(
  accounts: Accounts,
  address: string | undefined,
): Promise<{ email: string; password: string }> {
  const all = await accounts.superAdministrators();
  const wanted = address?.trim().toLowerCase();
  const found = wanted ? all.filter(({ email }) => email === wanted) : all;
  const [admin] = found;
  if (!admin)
    throw new StartError(
      wanted
        ? `${wanted} is not a super administrator.`
        : 'There is no super administrator with an account. Create one: npm run admin:create EMAIL',
    );
  if (found.length > 1)
    throw new StartError(`Name one of the super administrators: ${found.map(({ email }) => email).join(', ')}`);
  const password = newPassword();
  await accounts.reset(admin.uid, password);
  return { email: admin.email, password };
}
