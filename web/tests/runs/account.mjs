// A guest becomes an account by a passkey of a virtual authenticator, signs in elsewhere by it and by a password, brings a
// guest's game along, takes its data, and is forgotten. At localhost, for browsers have no passkeys at an address of numbers.

const PASSWORD = "seven brave trams";
const STALE = { status: 403, json: { type: "problem", id: "server.sign_in_again", status: 403, parameters: {}, sentence: "Sign in.", reason: null } };

/** A browser with an authenticator, or with one that has the passkeys of another. */
async function browser(house, hands, passkeys = []) {
  const guest = await house.stranger(hands, { lang: "en" });
  const cdp = await guest.context.newCDPSession(guest.page);
  await cdp.send("WebAuthn.enable");
  const options = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true };
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", { options });
  for (const credential of passkeys) await cdp.send("WebAuthn.addCredential", { authenticatorId, credential });
  guest.passkeys = async () => (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
  return guest;
}

const button = (page, name) => page.getByRole("button", { name, exact: true });
const panel = (page, name) => page.getByRole("region", { name });

async function wholeLife(house, hands) {
  const ada = await browser(house, hands);
  const place = house.place.replace("127.0.0.1", "localhost");
  const { page } = ada;
  const shot = (name) => ada.shot(`account-${hands}-${name}`);
  await page.goto(place);
  await ada.press(page.getByRole("link", { name: "Account" }));
  await page.getByRole("heading", { name: "You", exact: true }).waitFor();
  await shot("1-nobody");
  await page.getByLabel("Your name").fill("Ada");
  await ada.press(button(page, "Come in as a guest"));
  await panel(page, "Keep your games").waitFor();
  await page.getByText("green").click();
  await ada.press(button(page, "Save"));
  await page.getByText("Saved.").waitFor();
  await shot("2-guest");
  await ada.press(button(page, "Sign up with a passkey"));
  await panel(page, "How you sign in").waitFor();
  const passkeys = await ada.passkeys();
  if (passkeys.length !== 1) throw new Error(`${passkeys.length} passkeys`);

  // A password as well, and a wrong one said clearly.
  await page.getByText("Add a password").first().click();
  const ways = panel(page, "How you sign in");
  await ways.getByLabel("New password").fill("aaaaaaaaaa");
  await ways.getByRole("button", { name: "Add a password" }).click();
  await ways.getByRole("alert").waitFor();
  await ways.getByLabel("New password").fill(PASSWORD);
  await ways.getByRole("button", { name: "Add a password" }).click();
  await ways.getByText("Password, as Ada").waitFor();
  await page.getByLabel("Name of the program").fill("my bot");
  await ada.press(button(page, "Make a token"));
  await page.getByText("shown this once").waitFor();
  await shot("3-account");

  // Elsewhere: a guest with a game of its own signs in by the same passkey, and brings the game.
  const there = await browser(house, hands, passkeys);
  await there.page.goto(`${place}account`);
  await there.page.getByLabel("Your name").fill("Ada elsewhere");
  await there.press(button(there.page, "Come in as a guest"));
  await panel(there.page, "Keep your games").waitFor();
  const { table } = await (
    await there.context.request.post(`${place}api/tables`, { data: { setup: { variant: (await house.variants())[0] } }, headers: { origin: place.slice(0, -1) } })
  ).json();
  await there.press(button(there.page, "Sign in with a passkey"));
  await panel(there.page, "Where you are signed in").waitFor();
  const mine = await (await ada.context.request.get(`${place}api/me/tables`)).json();
  if (!mine.tables.some((it) => it.id === table)) throw new Error("the guest's table did not come along");
  const named = await there.page.getByLabel("Your name").inputValue();
  if (named !== "Ada") throw new Error(`the page names ${named}`);

  // The other session ends from here; there, one is a stranger again, and signs in by the password.
  await page.reload();
  await panel(page, "Where you are signed in").getByRole("button", { name: /^Sign out:/ }).click();
  await there.page.reload();
  await there.page.getByRole("heading", { name: "You have an account already?" }).waitFor();
  await there.page.getByLabel("Name to sign in by").fill("ADA");
  await there.page.getByLabel("Password", { exact: true }).fill("wrong wrong");
  await there.press(button(there.page, "Sign in"));
  await there.page.getByText("do not belong together").waitFor();
  await there.shot(`account-${hands}-4-wrong`);
  await there.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await there.press(button(there.page, "Sign in"));
  await panel(there.page, "Where you are signed in").waitFor();

  // All one has, as a file; then nothing is left.
  const [download] = await Promise.all([there.page.waitForEvent("download"), there.page.getByRole("link", { name: "Download everything" }).click()]);
  if (download.suggestedFilename() !== "branchline.json") throw new Error(download.suggestedFilename());
  // As if the sign-in were of yesterday: it is asked for once more, and what was wanted goes on by itself.
  await there.page.route("**/api/me", (route) => (route.request().method() === "DELETE" ? route.fulfill(STALE) : route.continue()), { times: 1 });
  await there.press(button(there.page, "Delete everything about me"));
  await there.shot(`account-${hands}-5-sure`);
  await there.press(button(there.page, "Yes, delete everything"));
  const again = there.page.getByRole("dialog", { name: "Please sign in once more" });
  await again.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await there.shot(`account-${hands}-6-again`);
  await there.press(again.getByRole("button", { name: "Sign in", exact: true }));
  await there.page.getByText("You are forgotten here.").waitFor();
  await there.shot(`account-${hands}-7-gone`);
  await page.reload();
  await page.getByText("You have not played here yet").waitFor();
  // What the server refuses stands in the console; nothing else may.
  for (const one of [ada, there]) {
    one.wrong = one.wrong.filter((line) => !/status of (401|403|422)/.test(line));
    await one.check(hands);
  }
}

export const runs = async () => ["mouse", "touch"].map((hands) => ({ name: `account by ${hands}`, quick: hands === "touch", run: (house) => wholeLife(house, hands) }));
