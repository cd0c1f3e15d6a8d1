/**
 * Takes a 3D model that another app shares (share_target of the manifest): keeps the file and opens /model.
 * Rule: the file is never sent to the server; the worker answers the POST itself.
 */
import { keepSharedFile } from '../src/shared/shared-model';

/** Copy of `paths.model`, because importing all paths would enlarge the worker. */
const MODEL = '/model';
/** Copy of `sharedModelHref`, for the same reason. */
const SHARED_MODEL = '/model?shared';

const open = (path: string) => new Response(null, { status: 303, headers: { Location: path } });

export async function takeSharedModel({ request }: { request: Request }): Promise<Response> {
  try {
    const file = (await request.formData()).get('model');
    if (!(file instanceof File)) return open(MODEL);
    await keepSharedFile(file);
    return open(SHARED_MODEL);
  } catch (error) {
    console.warn('The shared file was not kept:', error);
    return open(MODEL);
  }
}
