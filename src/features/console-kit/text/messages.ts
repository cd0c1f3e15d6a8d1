/**
 * The console's messages with the exact wording of the specification (3 §5 and §8). Messages about courses, lessons and quizzes are in the texts
 * of their screens; tests/unit/features/console-kit/admin-messages.test.ts lists them.
 * Similar texts have different causes. *Failed to …*: the server rejected the request. *Error …* and *An error occurred …*: no response arrived.
 * *server-side implementation*: the function is missing or forbidden.
 * *insufficient permissions*: the list is empty for a user without administration rights.
 */
export const messages = {
  certificates: {
    load: 'Failed to load certificates',
    create: 'Failed to create certificate',
    update: 'Failed to update certificate',
    save: 'Failed to save certificate',
    remove: 'Failed to delete certificate',
    addRequirement: 'Failed to add requirement',
    removeRequirement: 'Failed to remove requirement',
  },
  news: {
    load: 'Грешка при зареждане на новини',
    save: 'Грешка при запазване на новината',
    remove: 'Грешка при изтриване на новината',
  },
  events: {
    save: 'Грешка при запазване на събитието',
    remove: 'Грешка при изтриване на събитието',
    loadRegistrations: 'Failed to load event registrations',
    loadRegistrationsError: 'An error occurred while loading registrations',
    removeRegistration: 'Failed to delete registration',
    removeRegistrationError: 'An error occurred while deleting the registration',
  },
  images: {
    upload: 'Error uploading image',
    uploadFile: (detail: string) => `Error uploading file: ${detail}`,
  },
  push: {
    statistics: 'Failed to load statistics',
  },
  tests: {
    load: 'Failed to load test. Please try again',
    missing: 'Test not found',
    noId: 'No test ID provided',
    courseLoad: 'Error loading course',
    listLoad: 'Failed to load tests. Please try again.',
    listEmpty: 'No Tests Found',
  },
  users: {
    load: 'Failed to load users. Please try again.',
    update: (detail: string) => `Failed to update user: ${detail}`,
    updateError: (detail: string) => `Error updating user: ${detail}`,
    linkSent: (email: string) => `Magic link sent to ${email} successfully!`,
    link: (detail: string) => `Failed to send magic link: ${detail}`,
    linkError: (detail: string) => `Error sending magic link: ${detail}`,
    serverSide: 'Failed to load users. Admin operations require server-side implementation.',
    noMatch: 'No users found matching your search.',
    empty: 'No users found or insufficient permissions',
    badPlan: 'Invalid plan or billing period',
  },
  notifications: {
    loadForbidden: 'Failed to load notifications. This may require admin permissions.',
    load: (detail: string) => `Failed to load notifications: ${detail}`,
    send: (detail: string) => `Failed to send notification: ${detail}`,
    empty: 'No notifications found or insufficient permissions',
  },
  signIn: {
    wrong: 'Invalid email or password',
    failed: 'Login failed',
    rejected: 'Unauthorized access',
  },
  courses: {
    loadVideos: 'Failed to load videos',
    loadVideo: 'Failed to load video data',
    addVideo: 'Failed to add video',
    upload: 'Video upload failed',
    updateVideo: 'Failed to update video',
    removeVideo: 'Failed to delete video',
    removeTest: 'Failed to delete test',
    unexpected: 'An unexpected error occurred',
    create: 'Failed to create course',
    load: (detail: string) => `Failed to load courses: ${detail}`,
  },
  resources: {
    load: 'Failed to load video resources',
    loadError: 'Error loading resources',
    download: (title: string) => `Failed to download ${title}`,
    fallback: 'Opening file in new tab as fallback',
  },
  progress: {
    processing: 'Processing video...',
    video: 'Uploading video file...',
    thumbnail: 'Uploading thumbnail...',
  },
} as const;

/** Success messages (specification 3 §8). If the specification gives no text, the wording follows similar messages. */
export const successes = {
  certificates: {
    created: 'Certificate created successfully',
    updated: 'Certificate updated successfully',
    removed: 'Certificate deleted successfully',
    requirementAdded: 'Requirement added successfully',
    requirementRemoved: 'Requirement removed successfully',
    namePlaced: 'Name position set successfully',
  },
  news: {
    created: 'Новината беше създадена успешно',
    updated: 'Новината беше обновена успешно',
    removed: 'Новината беше изтрита успешно',
  },
  events: {
    created: 'Събитието е създадено успешно!',
    updated: 'Събитието е обновено успешно!',
    removed: 'Събитието е изтрито успешно!',
    registrationRemoved: 'Registration deleted successfully',
  },
  notifications: {
    test: 'Test notification sent successfully',
    broadcast: 'Broadcast notification sent successfully!',
    targeted: (count: number) => `Targeted notifications sent to ${count} users!`,
  },
  users: {
    updated: (email: string) => `User ${email} updated successfully!`,
  },
  courses: {
    videoAdded: 'Video added successfully',
    videoUpdated: 'Video updated successfully',
    videoRemoved: 'Video deleted successfully',
    videoUploaded: 'Video uploaded and saved successfully!',
    testRemoved: 'Test deleted successfully',
    created: (title: string) => `Course "${title}" created successfully!`,
  },
  resources: {
    added: 'Resource added successfully',
    removed: 'Resource removed successfully',
    attached: 'Resource file attached successfully',
    uploaded: 'Resource uploaded successfully!',
    downloaded: (title: string) => `Downloaded ${title}`,
  },
} as const;

/** Validation messages (specification 3 §5). */
export const validations = {
  notification: {
    empty: 'Please fill in both title and message',
    noUsers: 'Please select at least one user for targeted notifications',
  },
  certificate: {
    title: 'Please enter a certificate title',
    test: 'Please select a test',
  },
  event: {
    title: 'Заглавието е задължително',
    end: 'Крайната дата трябва да е след началната дата',
    duration: 'Продължителността трябва да е положително число',
  },
  registration: {
    superOnly: 'Only super admins can delete registrations',
  },
  upload: {
    file: 'Please upload a video file',
    title: 'Please provide a title for your video',
    noFile: 'Please select a video file first',
    noCourse: 'Course ID is missing',
  },
  video: {
    title: 'Video title is required',
    source: 'Please either upload a video file or provide a video URL',
    noId: 'Video ID or Course ID is missing',
  },
} as const;
