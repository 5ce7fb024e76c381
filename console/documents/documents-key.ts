export const documentsKey = ["documents"] as const;
