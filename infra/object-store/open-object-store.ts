import type { Config } from "../config/config.ts";
import { createObjectStore, type ObjectStore } from "./object-store.ts";

type Place = "S3_ENDPOINT" | "S3_ACCESS_KEY" | "S3_SECRET_KEY";
type StoreSettings = Pick<Config, "S3_PUBLIC_ENDPOINT" | "S3_REGION" | "S3_BUCKET"> & Record<Place, string>;

/** Opens the object store that the configuration names. */
export const openObjectStore = (settings: StoreSettings): ObjectStore =>
  createObjectStore({
    endpoint: settings.S3_ENDPOINT,
    publicEndpoint: settings.S3_PUBLIC_ENDPOINT,
    region: settings.S3_REGION,
    accessKey: settings.S3_ACCESS_KEY,
    secretKey: settings.S3_SECRET_KEY,
    bucket: settings.S3_BUCKET,
  });
