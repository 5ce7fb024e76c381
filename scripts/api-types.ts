import { runClients } from "./clients/clients.ts";

if (import.meta.main) runClients(process.argv.slice(2));
