import S3rver from "@20minutes/s3rver";

/** An S3 server for tests. */
export { S3rver };
