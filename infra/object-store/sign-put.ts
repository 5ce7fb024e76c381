import { createHash, createHmac } from "node:crypto";

interface PutSigner {
  region: string;
  accessKey: string;
  secretKey: string;
}

export interface PutLimits {
  /** The store accepts a body of exactly this length. */
  contentLength: number;
  expiresInSeconds: number;
}

const ALGORITHM = "AWS4-HMAC-SHA256";
const SIGNED_HEADERS = "content-length;host";

/**
 * Signs a URL for one PUT at `target`, without its query: AWS Signature Version 4 in the query, with the length among
 * the signed headers. The `minio` client does not sign the length.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export const signPut = (
  target: URL,
  { region, accessKey, secretKey }: PutSigner,
  limits: PutLimits,
  now: Date,
): string => {
  const time = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const query = [
    ["X-Amz-Algorithm", ALGORITHM],
    ["X-Amz-Credential", `${accessKey}/${scope}`],
    ["X-Amz-Date", time],
    ["X-Amz-Expires", String(limits.expiresInSeconds)],
    ["X-Amz-SignedHeaders", SIGNED_HEADERS],
  ]
    .map(([name = "", value = ""]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
  const headers = [`content-length:${limits.contentLength}`, `host:${target.host}`, ""];
  const request = ["PUT", target.pathname, query, ...headers, SIGNED_HEADERS, "UNSIGNED-PAYLOAD"].join("\n");
  const text = [ALGORITHM, time, scope, createHash("sha256").update(request).digest("hex")].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${secretKey}`);
  return `${target.origin}${target.pathname}?${query}&X-Amz-Signature=${hmac(key, text).toString("hex")}`;
};

const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
