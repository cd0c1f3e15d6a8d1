/** Recognises user agents of phones and tablets. The build also writes this pattern into the script of index.html. */
export const mobileAgent = /Android|webOS|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini|Mobile/i;
