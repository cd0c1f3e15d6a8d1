import { liveQuery, openMirror } from '@sync';
import { cachePdfLibrary } from '@/device/pdf';

/** Templates of the certificates for which the learner has met at least one requirement, and the name that they will bear. */
async function begunTemplates(account: string): Promise<{ templates: string[]; name: string }> {
  const mirror = openMirror(account);
  const [certificates, progress, profile] = await Promise.all([
    mirror.certificates.toArray(),
    mirror.certificate_progress.toArray(),
    mirror.profiles.get(account),
  ]);
  const begun = new Set(progress.filter((row) => row.completed_requirements.length > 0).map(({ id }) => id));
  return {
    templates: certificates.flatMap(({ id, template_url }) => (begun.has(id) && template_url ? [template_url] : [])),
    name: profile?.full_name?.trim() ?? '',
  };
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
  let named: string | undefined;
  const keep = async ({ templates, name }: { templates: readonly string[]; name: string }) => {
    if (templates.length === 0 || !navigator.onLine) return;
    if (named !== name) await cachePdfLibrary(name);
    named = name;
    for (const url of templates) if (!kept.has(url)) await load(url);
    for (const url of templates) kept.add(url);
  };
  const failed = (error: unknown) => console.warn('The parts of a certificate are not stored:', error);
  const subscription = liveQuery(() => begunTemplates(account)).subscribe(
    (parts) => void keep(parts).catch(failed),
    failed,
  );
  return () => subscription.unsubscribe();
}
