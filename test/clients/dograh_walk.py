"""Every public method of the published Python client against the API at BASE_URL. Prints what it called."""

import json
import os

from dograh_sdk import DograhClient, SpecMismatchError, Workflow
from dograh_sdk._generated_models import (
    CalculatorToolDefinition,
    CreateToolRequest,
    CreateWorkflowRequest,
    InitiateCallRequest,
    UpdateWorkflowRequest,
)
from dograh_sdk.typed import AgentNode, EndCall, GlobalNode, Qa, StartCall, Trigger, Webhook

called = set()


class NotingClient(DograhClient):
    """Notes which methods are called, so that one that is forgotten here is found."""

    def __getattribute__(self, name):
        if not name.startswith("_"):
            called.add(name)
        return super().__getattribute__(name)


def build(client, name):
    workflow = Workflow(client=client, name=name)
    start = workflow.add_typed(StartCall(prompt="Greet the caller.", greeting="Hello."))
    ask = workflow.add_typed(AgentNode(name="Ask", prompt="Ask what it is about."))
    end = workflow.add(type="endCall", name="Goodbye", prompt="Say goodbye.")
    workflow.edge(start, ask, label="Go on", condition="They have time.")
    workflow.edge(ask, end, label="Done", condition="Nothing is left to say.")
    return workflow


def walk_node_types(client):
    types = client.list_node_types().node_types
    assert len(types) > 6, types
    assert client.spec_version == "1.0.0", client.spec_version
    with NotingClient() as fresh:
        for node_type in types:
            assert fresh.get_node_type(node_type.name) == node_type, node_type.name
    try:
        client.get_node_type("tuner")
        raise AssertionError("a node type that is not there was found")
    except SpecMismatchError:
        pass
    everything = Workflow(client=client, name="Everything")
    for node in [
        StartCall(prompt="Greet."),
        AgentNode(prompt="Ask."),
        EndCall(prompt="Say goodbye."),
        GlobalNode(prompt="Be kind."),
        Trigger(),
        Webhook(endpoint_url="https://example.com/hook"),
        Qa(),
    ]:
        assert everything.add_typed(node).type == node.type


def walk_agents(client):
    built = build(client, "Reception")
    body = CreateWorkflowRequest(name=built.name, workflow_definition=built.to_json())
    created = client.create_workflow(body=body)
    assert created.id in [agent.id for agent in client.list_workflows(status="active")]
    assert len(client.get_workflow(created.id).workflow_definition["nodes"]) == 3
    loaded = client.load_workflow(created.id)
    loaded.add_typed(GlobalNode(prompt="Be kind."))
    saved = client.save_workflow(created.id, loaded)
    assert (saved.version_status, saved.version_number) == ("draft", 2), saved
    renamed = client.update_workflow(created.id, body=UpdateWorkflowRequest(name="Front desk"))
    assert renamed.name == "Front desk", renamed


def walk_resources(client):
    tool = client.create_tool(
        body=CreateToolRequest(
            name="Calculator",
            category="calculator",
            definition=CalculatorToolDefinition(type="calculator"),
        )
    )
    listed = client.list_tools(status="active", category="calculator")
    assert [row.tool_uuid for row in listed] == [tool.tool_uuid], listed
    assert [row.name for row in client.list_credentials()] == ["A key"]
    [document] = client.list_documents(limit=10, offset=0).documents
    assert document.filename == "prices.txt", document
    [recording] = client.list_recordings().recordings
    assert recording.transcript == "Hello.", recording
    assert client.list_recordings(tts_provider="another").total == 0


def walk_calls(client):
    built = build(client, "Caller")
    body = CreateWorkflowRequest(name=built.name, workflow_definition=built.to_json())
    agent = client.create_workflow(body=body)
    answer = client.test_phone_call(body=InitiateCallRequest(workflow_id=agent.id, phone_number="+14155550123"))
    assert isinstance(answer["workflow_run_id"], int), answer


os.environ["DOGRAH_API_URL"] = os.environ["BASE_URL"]
os.environ["DOGRAH_API_KEY"] = os.environ["API_KEY"]
with NotingClient() as walked:
    walk_node_types(walked)
    walk_agents(walked)
    walk_resources(walked)
    walk_calls(walked)
    walked.close()
public = [name for name in dir(DograhClient) if not name.startswith("_")]
print(json.dumps({"called": sorted(called), "forgotten": [name for name in public if name not in called]}))
