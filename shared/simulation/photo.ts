/** The ID photograph of every invented person: a grey silhouette, 24 x 32 pixels, baseline JPEG in base64. */
export const PHOTO_BASE64 =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H///' +
  '/6/+b9//j/wAALCAAgABgBAREA/8QAFwABAQEBAAAAAAAAAAAAAAAABAUBAv/EACIQAAEEAQQCAwAAAAAAAAAAAAIAARESAwQUQVETMSFS4f/a' +
  'AAgBAQAAPwByNvBvFXr9vxJWGNgIZiWhTPGV6Ve3SpgNQEZmGhc5co4hl/fDdoe7y2mWjqPhMxZRyjLe+W6RNYTvmjgWR0jRk7Zo4Jl//9k=';
