/** The store that the provider takes by itself, and then warns of. */
declare module "oidc-provider/lib/adapters/memory_adapter.js" {
  import type { AdapterFactory } from "oidc-provider";
  export const createMemoryAdapter: () => AdapterFactory;
}
