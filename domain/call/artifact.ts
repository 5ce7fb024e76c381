/** Files that a call leaves. */
export const ARTIFACT_TYPES = ["transcript", "recording", "user_recording", "bot_recording"] as const;
export type ArtifactType = (typeof ARTIFACT_TYPES)[number];

/** Days for which links to them work: unless the organization says otherwise, and at most. */
export const ARTIFACT_LINK_DAYS = { usual: 7, most: 365 } as const;

/** A link leads to the file in the object store for this long; whoever plays a recording asks for parts of it meanwhile. */
export const ARTIFACT_FILE_SECONDS = 3600;
