// A clock that ticks while something on the page shows time.

class Ticking {
  now = $state(Date.now() / 1000);
  private users = 0;
  private timer = 0;

  /** Tick while whoever asked is shown; for use in an effect. */
  use(): () => void {
    if (!this.users++) {
      this.now = Date.now() / 1000;
      this.timer = setInterval(() => (this.now = Date.now() / 1000), 500) as unknown as number;
    }
    return () => {
      if (!--this.users) clearInterval(this.timer);
    };
  }
}

export const ticking = new Ticking();
