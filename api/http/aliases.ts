import type { RequestHandler } from "express";

/**
 * Other spellings of the same routes, for published clients. The first match counts; on these routes unknown body
 * fields are ignored.
 */
export const aliases: readonly { from: RegExp; to: string; example: string }[] = [
  { from: /^\/user\/api-keys(?=\/|$)/, to: "/users/api-keys", example: "/user/api-keys" },
  { from: /^\/campaign(?=\/|$)/, to: "/campaigns", example: "/campaign/create" },
  { from: /^\/workflow\/fetch(?=\/|$)/, to: "/workflows", example: "/workflow/fetch/{workflow_id}" },
  { from: /^\/workflow(?=\/|$)/, to: "/workflows", example: "/workflow/{workflow_id}/runs" },
  { from: /^\/folder(?=\/|$)/, to: "/folders", example: "/folder/{folder_id}" },
  {
    from: /^\/s3\/presigned-upload-url(?=\/|$)/,
    to: "/object-store/presigned-upload-url",
    example: "/s3/presigned-upload-url",
  },
];

/** Rewrites an alias to its route; mounted below `/api/v1`. */
export const rewriteAliases: RequestHandler = (request, response, next) => {
  // Express computes the path anew each time.
  const { path } = request;
  const alias = aliases.find(({ from }) => from.test(path));
  if (alias) {
    const { url } = request;
    request.url = path.replace(alias.from, alias.to) + url.slice(path.length);
    response.locals["isAlias"] = true;
  }
  next();
};
