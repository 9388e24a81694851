/** The API's answer. */
export interface Answer {
  status: number;
  /** Undefined if it is not complete JSON. */
  body: unknown;
}

/** Sends a request to an API. Undefined if it is not answered. */
export async function ask(
  url: string,
  { token, method = 'GET', body }: { token: string; method?: string; body?: object },
): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { status } = response;
    return { status, body: parse(await response.text()) };
  } catch {
    return undefined;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
