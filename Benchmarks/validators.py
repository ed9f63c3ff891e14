"""The same rules in other people's validators, for `make bench`.

    validators.py make FOLDER             writes FOLDER/answers.yaml and FOLDER/answers.jsonl
    validators.py NAME FILE               prints: lines, right ones, seconds of the processor (NAME is fastjsonschema or pydantic)
"""

import json
import random
import sys
import time

FORM = r"""form: answers
title: Answers
version: 1
fields:
  - {id: tracking, label: Tracking no., type: text, required: true, pattern: '1Z[0-9A-Z]{16}'}
  - {id: carrier, label: Carrier, type: choice, choices: [UPS, FedEx, USPS, DHL, OTHER], required: true}
  - {id: quantity, label: Quantity, type: integer, min: 1, max: 99999, required: true}
  - {id: damaged, label: Damaged, type: integer, min: 0, max: 99999}
  - {id: weight, label: Weight, type: decimal, min: 0, max: 30000}
  - {id: lot, label: Lot, type: text, max_length: 20}
  - {id: sealed, label: Sealed, type: boolean}
  - {id: received_by, label: Received by, type: text, pattern: '[A-Z]{2,4}', required: true}
"""

CARRIERS = ["UPS", "FedEx", "USPS", "DHL", "OTHER"]

SCHEMA = {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "type": "object",
    "additionalProperties": False,
    "required": ["tracking", "carrier", "quantity", "received_by"],
    "properties": {
        "tracking": {"type": "string", "pattern": r"^1Z[0-9A-Z]{16}\Z"},
        "carrier": {"enum": CARRIERS},
        "quantity": {"type": "integer", "minimum": 1, "maximum": 99999},
        "damaged": {"type": "integer", "minimum": 0, "maximum": 99999},
        "weight": {"type": "number", "minimum": 0, "maximum": 30000},
        "lot": {"type": "string", "maxLength": 20},
        "sealed": {"type": "boolean"},
        "received_by": {"type": "string", "pattern": r"^[A-Z]{2,4}\Z"},
    },
}


def answers(count):
    chance = random.Random(7)
    letters = "0123456789ABCDEFGHJKLMNPRSTUVWXYZ"
    for number in range(count):
        answer = {
            "tracking": "1Z" + "".join(chance.choices(letters, k=16)),
            "carrier": chance.choice(CARRIERS),
            "quantity": chance.randint(1, 5000),
            "damaged": chance.randint(0, 3),
            "weight": round(chance.uniform(0, 900), 2),
            "lot": "L%06d" % chance.randint(0, 999999),
            "sealed": chance.random() < 0.9,
            "received_by": chance.choice(["MK", "JOS", "ABCD"]),
        }
        # One in a hundred breaks a rule.
        if number % 100 == 99:
            answer.update(chance.choice([{"quantity": 0}, {"carrier": "ups"}, {"lot": "x" * 21}, {"received_by": "m"}]))
        yield json.dumps(answer, separators=(",", ":"))


def fastjsonschema_validator():
    import fastjsonschema

    validate = fastjsonschema.compile(SCHEMA)

    def judge(line):
        try:
            validate(json.loads(line))
            return True
        except fastjsonschema.JsonSchemaException:
            return False

    return judge


def pydantic_validator():
    from typing import Annotated, Literal, Optional

    from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, ValidationError

    class Answer(BaseModel):
        model_config = ConfigDict(extra="forbid")
        tracking: Annotated[str, Field(pattern=r"^1Z[0-9A-Z]{16}$")]
        carrier: Literal["UPS", "FedEx", "USPS", "DHL", "OTHER"]
        quantity: Annotated[StrictInt, Field(ge=1, le=99999)]
        damaged: Optional[Annotated[StrictInt, Field(ge=0, le=99999)]] = None
        weight: Optional[Annotated[float, Field(ge=0, le=30000)]] = None
        lot: Optional[Annotated[str, Field(max_length=20)]] = None
        sealed: Optional[StrictBool] = None
        received_by: Annotated[str, Field(pattern=r"^[A-Z]{2,4}$")]

    read = Answer.__pydantic_validator__.validate_json

    def judge(line):
        try:
            read(line)
            return True
        except ValidationError:
            return False

    return judge


def main():
    task, target = sys.argv[1:3]
    if task == "make":
        with open(target + "/answers.yaml", "w") as form:
            form.write(FORM)
        with open(target + "/answers.jsonl", "w") as file:
            file.writelines(line + "\n" for line in answers(100_000))
        return
    judge = {"fastjsonschema": fastjsonschema_validator, "pydantic": pydantic_validator}[task]()
    with open(target, "rb") as file:
        lines = file.read().splitlines()
    start = time.process_time()
    right = sum(map(judge, lines))
    print(len(lines), right, time.process_time() - start)


main()
