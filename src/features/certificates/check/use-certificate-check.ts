import { useEffect, useState } from 'react';
import { certificateKeys, lookUpSerial } from '../requests/verification';
import { type CertificateResult, normalizedSerial, resultOf, verifySeal } from '../rules/seal';

async function check(text: string, seal: string): Promise<CertificateResult> {
  const serial = normalizedSerial(text);
  if (!serial) return { kind: 'unknown' };
  const [keys, answer] = await Promise.all([certificateKeys(), lookUpSerial(serial)]);
  const verdict = seal === '' || keys.length === 0 ? undefined : await verifySeal(seal, serial, keys);
  return resultOf(seal, verdict, answer);
}

/** Verifies a certificate with the server and on this device. `result` is undefined until both have finished. */
export function useCertificateCheck(serial: string, seal: string) {
  const [attempt, setAttempt] = useState(0);
  const [checked, setChecked] = useState<{ of: string; result: CertificateResult }>();
  const of = `${attempt} ${serial} ${seal}`;
  useEffect(() => {
    let current = true;
    const show = (result: CertificateResult) => {
      if (current) setChecked({ of, result });
    };
    check(serial, seal).then(show, (error: unknown) => {
      console.error('The certificate could not be verified:', error);
      show({ kind: 'unreachable' });
    });
    return () => {
      current = false;
    };
  }, [of, serial, seal]);
  const result = checked?.of === of ? checked.result : undefined;
  // Check again when the network returns.
  const waits = result?.kind === 'unreachable' || result?.kind === 'revocation-unchecked';
  useEffect(() => {
    if (!waits) return;
    const again = () => setAttempt((count) => count + 1);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [waits]);
  return {
    result,
    retry: () => setAttempt((count) => count + 1),
  };
}
