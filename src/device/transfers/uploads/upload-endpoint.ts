import { backendConfig } from '@/shared/product';

/** TUS endpoint of resumable uploads. */
export const uploadEndpoint = (): string => `${backendConfig(location.origin).url}/storage/v1/upload/resumable`;
