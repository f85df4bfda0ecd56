// An identity provider for the browser tests: discovery, keys, a page to sign in
// on, and codes that are worth a token to who knows their PKCE verifier alone.
import { createHash, createSign, generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer } from "node:http";

const people = { kim: "김하나", lee: "이두리" };

export async function provider() {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const codes = new Map();
  const p = { url: "", signedOut: 0, exchanged: [] };
  const b64 = (v) => Buffer.from(typeof v === "string" ? v : JSON.stringify(v)).toString("base64url");
  const token = (user, nonce) => {
    const now = Math.floor(Date.now() / 1000);
    const body = `${b64({ alg: "RS256", kid: "k1" })}.${b64({
      iss: p.url,
      aud: "chat",
      sub: user,
      name: people[user],
      nonce,
      iat: now,
      exp: now + 3600,
    })}`;
    return `${body}.${createSign("RSA-SHA256").update(body).sign(privateKey).toString("base64url")}`;
  };
  const json = (res, status, v) => res.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(v));
  const routes = {
    "/.well-known/openid-configuration": (_, res) =>
      json(res, 200, {
        issuer: p.url,
        authorization_endpoint: `${p.url}/authorize`,
        token_endpoint: `${p.url}/token`,
        jwks_uri: `${p.url}/keys`,
        end_session_endpoint: `${p.url}/end`,
      }),
    "/keys": (_, res) =>
      json(res, 200, { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "k1", use: "sig", alg: "RS256" }] }),
    "/authorize": (at, res) => {
      const ask = Object.fromEntries(at.searchParams);
      const bad = ask.response_type !== "code" || ask.client_id !== "chat" || ask.code_challenge_method !== "S256";
      if (bad) return res.writeHead(400).end("bad request");
      const links = Object.keys(people).map((user) => {
        const code = randomUUID();
        codes.set(code, { ...ask, user });
        const back = `${ask.redirect_uri}?${new URLSearchParams({ code, state: ask.state })}`;
        return `<a id="${user}" href="${back.replaceAll("&", "&amp;")}">${user}</a>`;
      });
      res.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(links.join("\n"));
    },
    "/token": (_, res, form) => {
      const ask = codes.get(form.code);
      codes.delete(form.code);
      const challenge = createHash("sha256")
        .update(form.code_verifier ?? "")
        .digest("base64url");
      if (!ask || challenge !== ask.code_challenge || form.redirect_uri !== ask.redirect_uri)
        return json(res, 400, { error: "invalid_grant" });
      p.exchanged.push(ask.user);
      json(res, 200, { access_token: "none", token_type: "Bearer", id_token: token(ask.user, ask.nonce) });
    },
    "/end": (at, res) => {
      p.signedOut++;
      res.writeHead(302, { Location: at.searchParams.get("post_logout_redirect_uri") }).end();
    },
  };
  const server = createServer(async (req, res) => {
    const at = new URL(req.url, p.url);
    let body = "";
    for await (const part of req) body += part;
    const route = routes[at.pathname];
    if (route) route(at, res, Object.fromEntries(new URLSearchParams(body)));
    else res.writeHead(404).end();
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  p.url = `http://127.0.0.1:${server.address().port}`;
  p.close = () => {
    server.close();
    server.closeAllConnections();
  };
  return p;
}

/** freePort is one that nobody listens on now. */
export async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}
