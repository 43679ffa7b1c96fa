// Passkeys: what the browser wants as bytes, the server tells as text, and back.

type Plain = Record<string, unknown>;

/** Browsers have passkeys on https and at localhost, under a name. */
export const passkeysHere = (): boolean =>
  isSecureContext && typeof PublicKeyCredential === "function" && !/^[\d.]+$|^\[/.test(location.hostname);

export function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (char) => char.charCodeAt(0));
}

export function text(data: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(data));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const known = (list: unknown) => ((list ?? []) as Plain[]).map((it) => ({ ...it, id: bytes(it.id as string) }));

/** The texts of an answer, whatever it has. */
function told(credential: PublicKeyCredential): Plain {
  const response: Plain = {};
  const parts = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"] as const;
  for (const part of parts) {
    const data = (credential.response as unknown as Plain)[part];
    if (data instanceof ArrayBuffer) response[part] = text(data);
  }
  return { id: credential.id, rawId: text(credential.rawId), type: credential.type, response };
}

/** Nothing if the person would rather not. */
async function ask(doing: () => Promise<Credential | null>): Promise<Plain | null> {
  try {
    const credential = await doing();
    return credential ? told(credential as PublicKeyCredential) : null;
  } catch (error) {
    if (error instanceof DOMException && (error.name === "NotAllowedError" || error.name === "AbortError")) return null;
    throw error;
  }
}

/** Make a passkey. */
export function makePasskey(options: Plain): Promise<Plain | null> {
  const user = options.user as Plain;
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge as string),
    user: { ...user, id: bytes(user.id as string) },
    excludeCredentials: known(options.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions;
  return ask(() => navigator.credentials.create({ publicKey }));
}

/** Sign in by a passkey. */
export function signWithPasskey(options: Plain): Promise<Plain | null> {
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge as string),
    allowCredentials: known(options.allowCredentials),
  } as unknown as PublicKeyCredentialRequestOptions;
  return ask(() => navigator.credentials.get({ publicKey }));
}
