import { liveQuery, openMirror } from '@sync';
import { cachePdfLibrary } from '@/device/pdf';

/** Templates of the certificates for which the learner has met at least one requirement. */
async function begunTemplates(account: string): Promise<string[]> {
  const mirror = openMirror(account);
  const [certificates, progress] = await Promise.all([
    mirror.certificates.toArray(),
    mirror.certificate_progress.toArray(),
  ]);
  const begun = new Set(progress.filter((row) => row.completed_requirements.length > 0).map(({ id }) => id));
  return certificates.flatMap(({ id, template_url }) => (begun.has(id) && template_url ? [template_url] : []));
}

/** Loads a template with the same request as the PDF code, so that the service worker caches it. Never rejects. */
const load = (url: string) =>
  new Promise<void>((done) => {
    const image = new Image();
    image.crossOrigin = 'anonymous';
    image.onload = () => done();
    image.onerror = () => done();
    image.src = url;
  });

/**
 * Once the learner has met a requirement, caches everything that is needed to draw a certificate offline: the PDF library, fonts and templates.
 * @returns a function that stops the caching
 */
export function cachePdfAssets(account: string): () => void {
  const kept = new Set<string>();
  let hasPdf = false;
  const keep = async (templates: readonly string[]) => {
    if (templates.length === 0 || !navigator.onLine) return;
    if (!hasPdf) await cachePdfLibrary();
    hasPdf = true;
    for (const url of templates) if (!kept.has(url)) await load(url);
    for (const url of templates) kept.add(url);
  };
  const failed = (error: unknown) => console.warn('The parts of a certificate are not stored:', error);
  const subscription = liveQuery(() => begunTemplates(account)).subscribe(
    (templates) => void keep(templates).catch(failed),
    failed,
  );
  return () => subscription.unsubscribe();
}
