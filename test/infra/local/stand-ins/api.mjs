// Stands in for the API: answers the health check and prints its environment.
import { createServer } from "node:http";

const { HOST, PORT, DATA_DIR, DATABASE_URL, ENCRYPTION_KEY, PUBLIC_BASE_URL } = process.env;
const given = { HOST, PORT, DATA_DIR, DATABASE_URL, ENCRYPTION_KEY, PUBLIC_BASE_URL };
const server = createServer((_request, response) => response.end(JSON.stringify(given)));
server.listen(Number(PORT), HOST);
process.on("SIGTERM", () => process.exit(0));
