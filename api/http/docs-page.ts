import type { RequestHandler } from "express";

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Ringdown API</title><link rel="stylesheet" href="/docs/api/swagger-ui.css"></head>
<body><div id="api"></div><script src="/docs/api/swagger-ui-bundle.js"></script><script src="/docs/api/start.js"></script></body>
</html>
`;

const SCRIPT = `SwaggerUIBundle({ url: "/api/v1/openapi.json", dom_id: "#api", docExpansion: "none", filter: true, deepLinking: true });\n`;

/** Serves the browsable API page; everything that it loads comes from this server. */
export const serveApiPage: RequestHandler = (request, response, next) => {
  if (request.path === "/") return void response.type("html").send(PAGE);
  if (request.path === "/start.js") return void response.type("js").send(SCRIPT);
  next();
};
