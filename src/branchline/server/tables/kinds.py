"""All kinds of commands and entries: the only list that a new one is added to."""

from __future__ import annotations

from msgspec import json

from branchline.server.tables import absence, clocks, consent, lobby, persons, play, takeback, talk
from branchline.server.tables.lobby import Open

AnyCommand = (
    lobby.TakeSeat
    | lobby.LeaveSeat
    | lobby.SendAway
    | lobby.SeatBot
    | lobby.OfferSeat
    | lobby.RotateSeats
    | lobby.AddSalt
    | play.Start
    | play.Play
    | takeback.TakeBack
    | absence.StandIn
    | absence.ComeBack
    | absence.Resign
    | clocks.SetNight
    | clocks.TakeVacation
    | consent.Propose
    | consent.Vote
    | talk.SetTalk
    | talk.Hush
)
"""What may be asked of an open table."""

ServerCommand = lobby.Open | lobby.OpenRematch | clocks.LookAtClocks | absence.Close | persons.HandOver
"""What only the server itself asks."""

AnyEntry = (
    lobby.Opened
    | lobby.SeatTaken
    | lobby.SeatLeft
    | lobby.SentAway
    | lobby.BotSeated
    | lobby.SeatOffered
    | lobby.SeatsRotated
    | lobby.RematchOpened
    | lobby.Salted
    | play.Started
    | play.Moved
    | takeback.TakenBack
    | absence.StoodIn
    | absence.CameBack
    | absence.Resigned
    | absence.TimeGiven
    | absence.Abandoned
    | clocks.FlagFell
    | clocks.ClocksHeld
    | clocks.NightSet
    | clocks.VacationTaken
    | consent.Switched
    | consent.Proposed
    | consent.Voted
    | talk.TalkSet
    | talk.Hushed
    | persons.HandedOver
    | persons.Forgotten
)
"""What can have happened at a table."""

read_entry = json.Decoder(AnyEntry).decode
write = json.Encoder().encode

__all__ = ["AnyCommand", "AnyEntry", "Open", "ServerCommand", "read_entry", "write"]
