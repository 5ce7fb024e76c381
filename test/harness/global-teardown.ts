const globalTeardown = async (): Promise<void> => {
  await globalThis.stopTestParts?.();
};

export default globalTeardown;
