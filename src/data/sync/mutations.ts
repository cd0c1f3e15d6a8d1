/** What the learner may do about a document that waits or was refused. */
export { dismissRejected, retryRejected, syncNow } from '@sync';
